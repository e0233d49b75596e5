//! Current and former admins: revoking the role once, concurrently, and from the last admin; reviews deleted by an
//! admin.

use crate::{
    report::Report,
    scene::Scene,
    shop::{Shop, said},
    support::{Person, Server, Site},
    tokens::register,
};
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Returns the calls that only admins may make, with existing ids.
fn calls_of_admins(shop: &Shop, review: &str) -> Vec<(&'static str, String, Option<Value>)> {
    let order = &shop.order;
    let part = &shop.part;
    let olga = &shop.olga.email;
    vec![
        ("GET", "/users".to_owned(), None),
        ("GET", "/orders".to_owned(), None),
        ("GET", format!("/order/{order}/history"), None),
        ("GET", "/outbox".to_owned(), None),
        ("GET", "/refunds".to_owned(), None),
        ("GET", "/feedback".to_owned(), None),
        ("GET", "/withdrawals".to_owned(), None),
        ("GET", "/fit-flags".to_owned(), None),
        ("GET", "/cores".to_owned(), None),
        ("PUT", format!("/cores/{order}/1"), Some(json!({ "received": 0, "accepted": 1, "refused": 0 }))),
        ("GET", "/newsletter".to_owned(), None),
        ("GET", "/unmatched-payments".to_owned(), None),
        ("GET", format!("/users/{olga}"), None),
        ("PUT", format!("/user/admin/{olga}"), None),
        ("DELETE", format!("/sessions/{olga}"), None),
        ("PUT", format!("/refund/{order}"), None),
        ("PUT", format!("/ship/{order}"), Some(json!({ "status": "shipped" }))),
        ("DELETE", format!("/ship/{order}"), None),
        ("DELETE", format!("/parts/{part}"), None),
        ("DELETE", format!("/reviews/{review}"), None),
    ]
}

async fn promote(shop: &Shop, email: &str) {
    shop.server.call(&shop.admin, "PUT", &format!("/user/admin/{email}"), None).await;
}

async fn admins(server: &Server, admin: &Person) -> usize {
    let people = server.call(admin, "GET", "/users", None).await;
    people.as_array().unwrap().iter().filter(|person| person["role"] == "admin").count()
}

pub(crate) async fn roles_that_were_revoked(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let eve = shop.server.sign_up("eve").await;
    promote(&shop, &eve.email).await;
    assert_eq!(shop.get("/users", &eve.token).await.0, 200, "she runs the shop");
    let review =
        shop.server.call(&shop.olga, "POST", "/reviews", Some(json!({ "rating": "5", "review": "Good." }))).await;
    let review = review["insertedId"].as_str().unwrap();
    let path = format!("/user/admin/{}", eve.email);
    assert_eq!(shop.server.try_call(&shop.admin, "DELETE", &path, None).await.0, 200);

    for (method, path, body) in calls_of_admins(&shop, review) {
        let answer = shop.server.try_call(&eve, method, &path, body).await;
        let shown = path.replace(&shop.order, "ORDER").replace(&shop.part, "PART").replace(review, "REVIEW");
        report.case(format_args!("{method} {shown} with a token from before"), answer.0 == 403, said(&answer));
    }
    let again = shop.server.try_call(&eve, "PUT", &path, None).await;
    report.case("the role given back to herself", again.0 == 403, said(&again));
    let entered = register(&shop.server, &eve.email, &shop.id_token(&eve).await).await;
    let token = entered.1["accessToken"].as_str().unwrap();
    let answer = shop.get("/users", token).await;
    report.case("the role kept by signing in again", answer.0 == 403, said(&answer));

    // An admin is demoted while she promotes another user. Her call may be accepted or rejected, but later ones must
    // be rejected.
    promote(&shop, &eve.email).await;
    let olgas = format!("/user/admin/{}", shop.olga.email);
    let (revoked, _) = tokio::join!(
        shop.server.try_call(&shop.admin, "DELETE", &path, None),
        shop.server.try_call(&eve, "PUT", &olgas, None)
    );
    assert_eq!(revoked.0, 200);
    let answer = shop.server.try_call(&eve, "PUT", &format!("/user/admin/{}", shop.marta.email), None).await;
    report.case("others promoted after the role was taken back", answer.0 == 403, said(&answer));
    moderation(&mut report, &shop, review).await;
    let scene = Scene::open().await;
    let on_postgres = Scene::on(Site::on_postgres()).await;
    the_last_admin(&mut report, "on SQLite", &scene, &scene.server().handle()).await;
    let other = on_postgres.site.serve();
    the_last_admin(&mut report, "on two servers and PostgreSQL", &on_postgres, &other).await;
    report
}

/// A review deleted by an admin is gone for all users and caches.
async fn moderation(report: &mut Report, shop: &Shop, review: &str) {
    let listed = shop.server.request("GET", "/reviews").send().await.unwrap();
    let etag = listed.headers().get("etag").cloned();
    assert!(listed.text().await.unwrap().contains(review));
    let path = format!("/reviews/{review}");
    let anonymous = Server::answer(shop.server.request("DELETE", &path)).await;
    report.case("a review deleted without a token", anonymous.0 == 401, said(&anonymous));
    for (name, person) in [("another customer", &shop.marta), ("its author", &shop.olga)] {
        // Olga may have been promoted in the race above; make sure that she is not an admin.
        let _ = shop.server.try_call(&shop.admin, "DELETE", &format!("/user/admin/{}", person.email), None).await;
        let answer = shop.server.try_call(person, "DELETE", &path, None).await;
        report.case(format_args!("a review deleted by {name}"), answer.0 == 403, said(&answer));
    }
    let deletions = join_all((0..5).map(|_| shop.server.try_call(&shop.admin, "DELETE", &path, None))).await;
    let deleted = deletions.iter().filter(|(_, answer)| answer["deletedCount"] == 1).count();
    report.case("a review deleted five times", deleted == 1, format!("{deleted} times"));
    let mut request = shop.server.request("GET", "/reviews");
    if let Some(etag) = etag {
        request = request.header("if-none-match", etag);
    }
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    report.case("a deleted review shown from a cache", status == 200 && !text.contains(review), status);
}

/// Two admins demote each other at once: exactly one of them stays an admin.
async fn the_last_admin(report: &mut Report, place: &str, scene: &Scene, other: &Server) {
    let server = scene.server();
    let admin = &scene.admin;
    let mut left = Vec::new();
    for round in 0..5 {
        let eve = server.sign_up(&format!("eve-{round}")).await;
        server.call(admin, "PUT", &format!("/user/admin/{}", eve.email), None).await;
        let hers = format!("/user/admin/{}", eve.email);
        let his = format!("/user/admin/{}", admin.email);
        let (one, two) =
            tokio::join!(server.try_call(admin, "DELETE", &hers, None), other.try_call(&eve, "DELETE", &his, None));
        assert!(!one.0.is_server_error() && !two.0.is_server_error(), "{one:?} {two:?}");
        // The remaining admin reports the result and promotes the demo's admin again.
        for person in [admin, &eve] {
            if server.try_call(person, "GET", "/users", None).await.0 == 200 {
                left.push(admins(server, person).await);
                server.call(person, "PUT", &his, None).await;
                break;
            }
        }
        let _ = server.try_call(admin, "DELETE", &hers, None).await;
    }
    let kept = left.len() == 5 && left.iter().all(|left| *left == 1);
    report.case(format_args!("a shop without an admin, {place}"), kept, format!("{left:?} left"));
    let alone = format!("/user/admin/{}", admin.email);
    let answers = join_all((0..5).map(|_| server.try_call(admin, "DELETE", &alone, None))).await;
    let refused = answers.iter().all(|(status, _)| *status == 409) && admins(server, admin).await == 1;
    report.case(format_args!("the last admin, {place}"), refused, said(&answers[0]));
}
