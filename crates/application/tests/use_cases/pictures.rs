use autoparts_application::{
    accounts::access::AccessDenied,
    pictures::{PictureError, UNUSED_STAYS, prune},
    ports::{
        clock::Clock,
        pictures::{PictureStoreError, ProcessingError},
    },
    use_case_error::UseCaseError::{self, Denied, Refused},
};
use autoparts_domain::{
    catalogue::{
        PartDetails,
        listing::{Listing, Picture},
    },
    pictures::{MAX_UPLOAD_BYTES, PictureName, PictureSize},
    quantity::Stock,
};
use autoparts_testing::{samples, test_shop::TestShop};
use std::time::Duration;

async fn upload(test_shop: &TestShop, what: &str) -> Vec<PictureName> {
    let admin = test_shop.person(&what.replace(' ', "-"), autoparts_domain::accounts::Role::Admin).await;
    let added = test_shop.shop.add_picture(admin, what.as_bytes().to_vec()).await.unwrap();
    added.into_iter().map(|file| file.name).collect()
}

#[tokio::test]
async fn an_upload_is_stored_in_three_public_sizes() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let added = test_shop.shop.add_picture(admin, b"picture 1200x600".to_vec()).await.unwrap();
    let seen: Vec<_> = added.iter().map(|file| (file.name.size, file.width, file.height)).collect();
    assert_eq!(
        seen,
        [(PictureSize::Small, 320, 160), (PictureSize::Medium, 800, 400), (PictureSize::Large, 1200, 600)]
    );
    let mut shown = test_shop.shop.picture(added[0].name).await.unwrap();
    assert_eq!(shown.content.next().await.unwrap().unwrap(), b"picture 1200x600, 320 by 160");
    let again = test_shop.shop.add_picture(admin, b"picture 1200x600".to_vec()).await.unwrap();
    assert_eq!(again, added);
    assert_eq!(test_shop.pictures.count(), 3);
}

#[tokio::test]
async fn only_admins_add_pictures() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    for refused in [
        test_shop.shop.add_picture(marta, b"picture 10x10".to_vec()).await.map(drop),
        test_shop.shop.check_may_add_pictures(marta).await.map_err(UseCaseError::from),
    ] {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))));
    }
    assert_eq!(test_shop.pictures.count(), 0);
}

#[tokio::test]
async fn unusable_uploads_are_not_stored() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let add = |upload: &[u8]| test_shop.shop.add_picture(admin, upload.to_vec());
    assert!(matches!(add(b"<svg>").await, Err(Refused(PictureError::Processing(ProcessingError::NotAPicture)))));
    assert!(matches!(add(b"bomb").await, Err(Refused(PictureError::Processing(ProcessingError::TooManyPixels)))));
    assert!(matches!(add(&vec![0; MAX_UPLOAD_BYTES + 1]).await, Err(Refused(PictureError::TooLarge))));
    test_shop.pictures.set_full(true);
    assert!(matches!(add(b"picture 10x10").await, Err(Refused(PictureError::Pictures(PictureStoreError::Full(_))))));
    assert_eq!(test_shop.pictures.count(), 0);
}

#[tokio::test]
async fn a_missing_picture_cannot_be_shown() {
    let test_shop = TestShop::default();
    let name = "00112233445566778899aabbccddeeff-800.jpg".parse().unwrap();
    assert!(matches!(test_shop.shop.picture(name).await, Err(Refused(PictureError::NoSuchPicture))));
}

#[tokio::test]
async fn unused_pictures_are_deleted_after_a_week() {
    let test_shop = TestShop::default();
    let own = upload(&test_shop, "picture 10x10 own").await;
    let more = upload(&test_shop, "picture 10x10 more").await;
    let unused = upload(&test_shop, "picture 10x10 old").await;
    let young = "picture 10x10 young";
    let admin = test_shop.admin().await;
    let details = PartDetails { image: own[1].path().parse().unwrap(), ..samples::part_details() };
    let picture = Picture { image: more[0].path().parse().unwrap(), alt: None };
    let listing = Listing { pictures: vec![picture], ..Listing::default() };
    let part = test_shop.shop.add_part(admin, details, Stock::new(5).unwrap(), Some(listing)).await.unwrap();
    // A deleted part may be restored.
    assert!(test_shop.shop.delete_part(admin, part).await.unwrap());
    let prune = || prune(&*test_shop.shop.store, &*test_shop.pictures, test_shop.clock.now());

    test_shop.clock.advance(UNUSED_STAYS);
    assert_eq!(prune().await.unwrap(), 0, "a week is not over");
    test_shop.clock.advance(Duration::from_secs(1));
    let young = upload(&test_shop, young).await;
    assert_eq!(prune().await.unwrap(), 3);
    assert_eq!(prune().await.unwrap(), 0);
    for (names, kept) in [(&own, true), (&more, true), (&unused, false), (&young, true)] {
        for name in names {
            assert_eq!(test_shop.shop.picture(*name).await.is_ok(), kept, "{name}");
        }
    }
}
