# syntax=docker/dockerfile:1
# The shop as an image, built in two steps. The last one has only the program and what it needs, and does not run as root.
#   docker build -t autoparts . && docker run --rm -p 127.0.0.1:8080:8080 -v autoparts:/data -e ALLOW_EMBEDDED_ON_NETWORK=yes autoparts
# With demo data: docker compose -f compose.demo.yaml up

FROM node:24-bookworm-slim AS app
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY frontend ./
COPY docs/openapi.json ../docs/openapi.json
RUN npm run build

FROM rust:1.95.0-bookworm AS server
RUN apt-get update && apt-get install -y --no-install-recommends libpq-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=app /src/frontend/dist frontend/dist
# The commit that is built: .git is not copied.
ARG AUTOPARTS_COMMIT
# The caches are not part of the image, so the program is copied out of them.
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --release --locked -p autoparts-server && cp target/release/autoparts /usr/local/bin/autoparts

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --create-home autoparts
COPY --from=server /usr/local/bin/autoparts /usr/bin/autoparts
USER 10001
WORKDIR /data
VOLUME /data
ENV BIND_ADDR=0.0.0.0:8080 DATABASE_URL=sqlite:///data/shop.db
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["curl", "-fsS", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["autoparts"]
CMD ["serve"]
