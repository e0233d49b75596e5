//! Delivers webhooks to the shop: at least once, signed, and retried with increasing pauses for three days.

use super::{
    Sandbox,
    refusal::Refusal,
    state::{Change, Message},
};
use crate::{secret::Secret, stripe_signature};
use autoparts_domain::time::{Timestamp, doubling_pause};
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};
use tokio::task::JoinSet;

/// Maximum number of concurrent deliveries.
const AT_ONCE: usize = 8;

/// Time limits of one try.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
const ANSWER_WITHIN: Duration = Duration::from_secs(15);

/// Pause after the first failure; it doubles up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// Age at which a webhook is given up.
const GIVE_UP_AFTER: Duration = Duration::from_hours(3 * 24);

/// How often due retries are checked.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Number of tries of a webhook, and the time of the next one. Lost on a restart, after which all are due at once.
#[derive(Debug, Clone, Copy)]
struct Tries {
    failed: u32,
    next: Timestamp,
}

impl Sandbox {
    /// Delivers webhooks until the future is dropped; returns at once if there is no URL. Run it once, in the
    /// background.
    pub async fn deliver_webhooks(&self) {
        let Some(url) = self.webhook_url.as_deref() else {
            return;
        };
        let client = match client() {
            Ok(client) => client,
            Err(error) => {
                tracing::error!(%error, "webhooks cannot be sent");
                return;
            }
        };
        let mut tries: HashMap<String, Tries> = HashMap::new();
        loop {
            match self.due_messages(&tries).await {
                Ok(due) if due.is_empty() => self.wait_for_news(&tries).await,
                Ok(due) => self.send_all(&client, url, due, &mut tries).await,
                Err(_) => tokio::time::sleep(LOOK_EVERY).await,
            }
        }
    }

    async fn due_messages(&self, tries: &HashMap<String, Tries>) -> Result<Vec<Message>, Refusal> {
        let now = self.clock.now();
        let resting: HashSet<String> =
            tries.iter().filter(|(_, tries)| tries.next > now).map(|(id, _)| id.clone()).collect();
        self.on_books(move |books| {
            let due = books.state().messages().filter(|message| !resting.contains(&message.id));
            due.take(AT_ONCE).cloned().collect()
        })
        .await
    }

    async fn wait_for_news(&self, tries: &HashMap<String, Tries>) {
        if tries.is_empty() {
            self.news.notified().await;
        } else {
            // Waits for a new webhook, or until the next check.
            let _ = tokio::time::timeout(LOOK_EVERY, self.news.notified()).await;
        }
    }

    async fn send_all(
        &self,
        client: &reqwest::Client,
        url: &str,
        due: Vec<Message>,
        tries: &mut HashMap<String, Tries>,
    ) {
        let now = self.clock.now();
        let mut sending = JoinSet::new();
        for message in due {
            let request = request(client, url, &self.keys.webhook, &message, now);
            let expired = Timestamp::from_micros(message.created.saturating_mul(1_000_000)).plus(GIVE_UP_AFTER) < now;
            sending.spawn(async move {
                let arrived = !expired && send(request).await;
                (message.id, arrived, expired)
            });
        }
        while let Some(sent) = sending.join_next().await {
            let Ok((id, arrived, expired)) = sent else { continue };
            if expired {
                tracing::warn!(event = id, "gave up sending a webhook after three days");
            }
            let change = vec![Change::MessageDone(id.clone())];
            let done = (arrived || expired) && matches!(self.on_books(|books| books.enter(change)).await, Ok(Ok(())));
            if done {
                tries.remove(&id);
            } else {
                let failed = tries.get(&id).map_or(0, |tries| tries.failed).saturating_add(1);
                let next = self.clock.now().plus(pause_after(failed));
                tries.insert(id, Tries { failed, next });
            }
        }
    }
}

fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder()
        .connect_timeout(CONNECT_WITHIN)
        .timeout(ANSWER_WITHIN)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
}

fn request(
    client: &reqwest::Client,
    url: &str,
    secret: &Secret,
    message: &Message,
    now: Timestamp,
) -> reqwest::RequestBuilder {
    let signature = stripe_signature::sign(secret, message.body.as_bytes(), now);
    client
        .post(url)
        .header("content-type", "application/json; charset=utf-8")
        .header("stripe-signature", signature)
        .body(message.body.clone())
}

async fn send(request: reqwest::RequestBuilder) -> bool {
    match request.send().await {
        Ok(response) if response.status().is_success() => true,
        Ok(response) => {
            tracing::warn!(status = response.status().as_u16(), "the webhook was not accepted");
            false
        }
        Err(error) => {
            tracing::warn!(%error, "the webhook did not arrive");
            false
        }
    }
}

/// One second, doubling with each failure.
fn pause_after(failed: u32) -> Duration {
    doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, failed.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour() {
        let pauses: Vec<u64> =
            [1, 2, 3, 4, 12, 13, 4_000_000_000].into_iter().map(|failed| pause_after(failed).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 2048, 3600, 3600]);
    }
}
