//! A local mail server, for the tests of this crate and of the server.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// How a mail server behaves.
#[derive(Debug, Clone, Copy)]
pub struct Behavior {
    /// Its reply to every recipient.
    pub recipient: &'static str,
    /// Its reply to the end of every email.
    pub end: &'static str,
    /// Whether it offers SMTPUTF8.
    pub smtputf8: bool,
    /// Slow recipients: part of their address, and the delay.
    pub slow: Option<(&'static str, Duration)>,
}

impl Default for Behavior {
    fn default() -> Self {
        Self { recipient: "250 ok", end: "250 taken", smtputf8: false, slow: None }
    }
}

/// A mail server with configured replies that records what it was sent. It ends with the runtime.
#[derive(Debug)]
pub struct MailServer {
    url: String,
    received: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    /// Starts a server that accepts every email.
    pub async fn start() -> std::io::Result<Self> {
        Self::that(Behavior::default()).await
    }

    /// Starts a server with these replies to every recipient and to the end of every email.
    pub async fn that_says(recipient: &'static str, end: &'static str) -> std::io::Result<Self> {
        Self::that(Behavior { recipient, end, ..Behavior::default() }).await
    }

    /// Starts a server with this behavior.
    pub async fn that(behavior: Behavior) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("smtp://{}", listener.local_addr()?);
        let received: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = Arc::clone(&received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, behavior, Arc::clone(&recorded)));
            }
        });
        Ok(Self { url, received })
    }

    /// Its URL, for `SMTP_URL`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The complete emails received so far, in order.
    #[must_use]
    pub fn received(&self) -> Vec<String> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn converse(mut stream: TcpStream, behavior: Behavior, recorded: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let Behavior { recipient, end, smtputf8, slow } = behavior;
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 ready\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let reply = match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" if smtputf8 => "250-8BITMIME\r\n250 SMTPUTF8",
            "EHLO" => "250 8BITMIME",
            "RCPT" => {
                if let Some((part, pause)) = slow
                    && line.contains(part)
                {
                    tokio::time::sleep(pause).await;
                }
                recipient
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    mail.push_str(&line);
                    mail.push('\n');
                }
                recorded.lock().unwrap_or_else(PoisonError::into_inner).push(mail);
                end
            }
            "QUIT" => return Ok(()),
            _ => "250 ok",
        };
        write.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
    Ok(())
}
