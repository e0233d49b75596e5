//! Reviews.

use crate::{
    connection::MultiBackend,
    schema::reviews,
    stored::{Refused, Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{page::Page, reviews::ReviewRepository, store_error::StoreResult};
use autoparts_domain::{
    id::{ReviewId, UserId},
    reviews::{Rating, Review},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = reviews)]
pub(super) struct ReviewRow {
    user_id: String,
    day: i64,
    id: String,
    name: String,
    rating: i64,
    body: String,
    written_at: i64,
}

impl ReviewRow {
    fn of(review: &Review) -> Self {
        Self {
            user_id: review.author.to_string(),
            day: review.written_at.day(),
            id: review.id.to_string(),
            name: review.name.to_string(),
            rating: review.rating.stars(),
            body: review.text.to_string(),
            written_at: review.written_at.micros(),
        }
    }

    pub(super) fn review(&self) -> Result<Review, Refused> {
        let row = Stored::row("reviews", &self.id);
        Ok(Review {
            id: row.text("id", &self.id)?,
            author: row.text("user_id", &self.user_id)?,
            name: row.text("name", &self.name)?,
            rating: row.value("rating", Rating::new(self.rating))?,
            text: row.text("body", &self.body)?,
            written_at: time(self.written_at),
        })
    }
}

impl ReviewRepository for SqlTransaction<'_> {
    fn reviews(&mut self, page: &Page<ReviewId>) -> StoreResult<Vec<Review>> {
        self.query(|connection| {
            let mut query = reviews::table
                .select(ReviewRow::as_select())
                .order(reviews::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(reviews::id.lt(after.to_string()));
            }
            let rows: Vec<ReviewRow> = query.load(connection)?;
            Ok(rows.iter().map(ReviewRow::review).collect::<Result<_, _>>()?)
        })
    }

    fn review(&mut self, id: &ReviewId) -> StoreResult<Option<Review>> {
        let with_id = reviews::table.filter(reviews::id.eq(id.to_string()));
        self.query(|connection| {
            let row: Option<ReviewRow> = with_id.select(ReviewRow::as_select()).first(connection).optional()?;
            Ok(row.as_ref().map(ReviewRow::review).transpose()?)
        })
    }

    fn delete_review(&mut self, review: &Review) -> StoreResult<bool> {
        self.touched.review();
        let with_key = reviews::table
            .filter(reviews::user_id.eq(review.author.to_string()))
            .filter(reviews::day.eq(review.written_at.day()))
            .filter(reviews::id.eq(review.id.to_string()));
        self.execute(|connection| Ok(diesel::delete(with_key).execute(connection)? == 1))
    }

    fn reviewed_on(&mut self, author: &UserId, day: i64) -> StoreResult<bool> {
        let that_day = reviews::table.filter(reviews::user_id.eq(author.to_string())).filter(reviews::day.eq(day));
        self.query(|connection| Ok(select(exists(that_day)).get_result(connection)?))
    }

    fn insert_review(&mut self, review: &Review) -> StoreResult<()> {
        self.touched.review();
        let row = ReviewRow::of(review);
        self.execute(|connection| {
            diesel::insert_into(reviews::table).values(row).execute(connection)?;
            Ok(())
        })
    }
}
