//! A round-robin queue: clients are served in turn, and none can occupy all slots.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// Why work cannot be queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// The queue is full, for this client or for all.
    Full,
    /// The worker has stopped.
    Closed,
}

/// Queued work, by client.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
    capacity: usize,
    capacity_per_client: usize,
}

#[derive(Debug)]
struct Waiting<T> {
    /// The clients with work; the first is served next.
    clients: VecDeque<(String, VecDeque<T>)>,
    count: usize,
    is_closed: bool,
}

impl<T> FairQueue<T> {
    pub(crate) fn new(capacity: usize, capacity_per_client: usize) -> Self {
        let waiting = Waiting { clients: VecDeque::new(), count: 0, is_closed: false };
        Self { waiting: Mutex::new(waiting), changed: Condvar::new(), capacity, capacity_per_client }
    }

    /// Queues work until its client's turn.
    pub(crate) fn push(&self, client: &str, work: T) -> Result<(), TurnedAway> {
        let mut waiting = self.lock();
        if waiting.is_closed {
            return Err(TurnedAway::Closed);
        }
        if waiting.count >= self.capacity {
            return Err(TurnedAway::Full);
        }
        match waiting.clients.iter_mut().find(|(name, _)| name == client) {
            Some((_, own)) if own.len() >= self.capacity_per_client => return Err(TurnedAway::Full),
            Some((_, own)) => own.push_back(work),
            None => waiting.clients.push_back((client.to_owned(), VecDeque::from([work]))),
        }
        waiting.count += 1;
        drop(waiting);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for work; `None` once the queue is closed.
    pub(crate) fn pop(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some((client, mut own)) = waiting.clients.pop_front() {
                let work = own.pop_front();
                if !own.is_empty() {
                    waiting.clients.push_back((client, own));
                }
                waiting.count = waiting.count.saturating_sub(1);
                return work;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Discards queued work, and accepts no more.
    pub(crate) fn close(&self) {
        let mut waiting = self.lock();
        waiting.is_closed = true;
        waiting.clients.clear();
        drop(waiting);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_served_in_turn() {
        let queue = FairQueue::new(10, 3);
        for (client, work) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("c", 6)] {
            queue.push(client, work).unwrap();
        }
        let served: Vec<u8> = (0..6).filter_map(|_| queue.pop()).collect();
        assert_eq!(served, [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn one_client_cannot_fill_the_queue() {
        let queue = FairQueue::new(5, 2);
        assert_eq!([1, 2, 3].map(|work| queue.push("a", work)), [Ok(()), Ok(()), Err(TurnedAway::Full)]);
        for client in ["b", "c", "d"] {
            queue.push(client, 4).unwrap();
        }
        assert_eq!(queue.push("e", 5), Err(TurnedAway::Full), "the queue holds five");
        queue.pop();
        assert_eq!(queue.push("e", 5), Ok(()));
    }

    #[test]
    fn closing_the_queue_stops_its_worker() {
        let queue = std::sync::Arc::new(FairQueue::<u8>::new(5, 2));
        let worker = std::thread::spawn({
            let queue = std::sync::Arc::clone(&queue);
            move || queue.pop()
        });
        queue.close();
        assert_eq!(worker.join().unwrap(), None);
        assert_eq!(queue.push("a", 1), Err(TurnedAway::Closed), "otherwise it would wait forever");
    }
}
