//! Traces for a collector that supports the OpenTelemetry protocol (OTLP) over HTTP.
//!
//! Spans wait in a bounded queue for an SDK thread, which sends them in batches. Spans are dropped if the queue is
//! full or the collector rejects a batch: requests never wait for the collector.

use crate::{config::TraceSettings, start_error::StartError};
use async_trait::async_trait;
use opentelemetry::{
    Key, KeyValue,
    trace::{SpanKind, Status, TracerProvider},
};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter},
};
use reqwest::{Client, redirect::Policy};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use tokio::runtime::Handle;
use tracing::{Level, Metadata, Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{Layer, filter, registry::LookupSpan};

const CONNECT_WITHIN: Duration = Duration::from_secs(2);
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Maximum size of a collector's response, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// Returns the provider that creates and exports spans. Its requests run on the calling runtime.
pub(super) fn provider(settings: &TraceSettings) -> Result<SdkTracerProvider, StartError> {
    let client = Client::builder()
        .user_agent(concat!("autoparts/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_WITHIN)
        .timeout(ANSWER_WITHIN)
        .redirect(Policy::none())
        .build()
        .map_err(|error| StartError::Traces(error.into()))?;
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_http_client(OnRuntime { client, runtime: Handle::current() })
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(format!("{}/v1/traces", settings.endpoint))
        .with_timeout(ANSWER_WITHIN)
        .build()
        .map_err(|error| StartError::Traces(error.into()))?;
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_service_name(settings.service.clone()).with_attribute(version);
    let ratio = f64::from(settings.sampled_per_million) / 1e6;
    Ok(SdkTracerProvider::builder()
        .with_resource(resource.build())
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(ratio))))
        .with_batch_exporter(Exporter { exporter, failing: AtomicBool::new(false) })
        .build())
}

/// Passes on the shop's spans and the log lines within them.
pub(super) fn layer<S>(provider: &SdkTracerProvider) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let wanted = filter::filter_fn(is_wanted).with_max_level_hint(LevelFilter::DEBUG);
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("autoparts"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_filter(wanted)
}

fn is_wanted(metadata: &Metadata<'_>) -> bool {
    let ours = metadata.target() == autoparts_http::observed::REQUEST || metadata.target().starts_with("autoparts");
    let finest = if metadata.is_span() { Level::DEBUG } else { Level::INFO };
    ours && *metadata.level() <= finest
}

/// Renames attributes to OpenTelemetry's conventions, and logs when the collector rejects spans.
#[derive(Debug)]
struct Exporter {
    exporter: opentelemetry_otlp::SpanExporter,
    failing: AtomicBool,
}

impl SpanExporter for Exporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let result = self.exporter.export(batch.into_iter().map(by_convention).collect()).await;
        let failed_before = self.failing.swap(result.is_err(), Ordering::Relaxed);
        match &result {
            Err(error) if !failed_before => {
                tracing::warn!(%error, "traces cannot be exported, and are dropped until the collector takes them");
            }
            Ok(()) if failed_before => tracing::info!("traces are exported again"),
            _ => {}
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Converts a span to OpenTelemetry's semantic conventions. The log uses shorter names.
fn by_convention(mut span: SpanData) -> SpanData {
    let (kind, route) = match &*span.name {
        "request" => (SpanKind::Server, "http.route"),
        "payment_provider" => (SpanKind::Client, "url.template"),
        "identity_keys" | "mail_server" | "statement" => (SpanKind::Client, "route"),
        _ => (SpanKind::Internal, "route"),
    };
    let mut attributes: Vec<KeyValue> = Vec::with_capacity(span.attributes.len());
    for attribute in span.attributes {
        let key = match attribute.key.as_str() {
            "id" => "autoparts.request.id",
            "user" => "user.id",
            "method" => "http.request.method",
            "route" => route,
            "status" => "http.response.status_code",
            other => other,
        };
        let key = if key == attribute.key.as_str() { attribute.key } else { Key::new(key.to_owned()) };
        // If an attribute was recorded twice, the last value wins.
        attributes.retain(|known| known.key != key);
        attributes.push(KeyValue::new(key, attribute.value));
    }
    let find = |name: &str| attributes.iter().find(|known| known.key.as_str() == name).map(|known| &known.value);
    let text = |name: &str| find(name).map(|value| value.as_str().into_owned());
    let failed =
        find("failed").is_some() || text("http.response.status_code").is_some_and(|code| code.starts_with('5'));
    let name = match (text("http.request.method"), text(route), text("name")) {
        (Some(method), Some(route), _) => format!("{method} {route}"),
        (_, _, Some(name)) => format!("{} {name}", span.name),
        _ => span.name.into_owned(),
    };
    if failed {
        span.status = Status::error("");
    }
    SpanData { span_kind: kind, name: name.into(), attributes, ..span }
}

/// The shop's HTTP client for the SDK's thread, which has no runtime of its own.
#[derive(Debug)]
struct OnRuntime {
    client: Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for OnRuntime {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        self.runtime.spawn(async move { send(&client, request).await }).await?
    }
}

async fn send(client: &Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let mut answer = client.execute(request.try_into()?).await.map_err(reqwest::Error::without_url)?;
    let mut response = Response::builder().status(answer.status());
    if let Some(headers) = response.headers_mut() {
        headers.clone_from(answer.headers());
    }
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(reqwest::Error::without_url)? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_BYTES {
            return Err("the collector's answer is too long".into());
        }
    }
    Ok(response.body(body.into())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use opentelemetry::{
        InstrumentationScope,
        trace::{SpanContext, SpanId},
    };
    use opentelemetry_sdk::trace::{SpanEvents, SpanLinks};
    use std::time::SystemTime;

    fn span(name: &'static str, attributes: &[(&'static str, &'static str)]) -> SpanData {
        SpanData {
            span_context: SpanContext::empty_context(),
            parent_span_id: SpanId::INVALID,
            parent_span_is_remote: false,
            span_kind: SpanKind::Internal,
            name: name.into(),
            start_time: SystemTime::UNIX_EPOCH,
            end_time: SystemTime::UNIX_EPOCH,
            attributes: attributes.iter().map(|(key, value)| KeyValue::new(*key, *value)).collect(),
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status: Status::Unset,
            instrumentation_scope: InstrumentationScope::default(),
        }
    }

    fn shown(span: &SpanData) -> Vec<(&str, String)> {
        span.attributes.iter().map(|known| (known.key.as_str(), known.value.as_str().into_owned())).collect()
    }

    #[test]
    fn request_spans_follow_the_semantic_conventions() {
        let request = [("id", "1"), ("method", "GET"), ("route", "/orders/{id}"), ("user", "2"), ("status", "503")];
        let exported = by_convention(span("request", &request));
        assert_eq!((&*exported.name, exported.span_kind.clone()), ("GET /orders/{id}", SpanKind::Server));
        let attributes = [
            ("autoparts.request.id", "1"),
            ("http.request.method", "GET"),
            ("http.route", "/orders/{id}"),
            ("user.id", "2"),
            ("http.response.status_code", "503"),
        ];
        assert_eq!(shown(&exported), attributes.map(|(key, value)| (key, value.to_owned())));
        assert_eq!(exported.status, Status::error(""));
    }

    #[test]
    fn attributes_recorded_twice_are_exported_once() {
        let exported =
            by_convention(span("unit_of_work", &[("name", "place_order"), ("attempts", "1"), ("attempts", "2")]));
        assert_eq!(exported.name, "unit_of_work place_order");
        assert_eq!(shown(&exported).last(), Some(&("attempts", "2".to_owned())));
        assert_eq!((shown(&exported).len(), exported.status), (2, Status::Unset));
    }
}
