# The shop as an image: built in two steps, run by nobody in particular, with nothing in it but the program.
#   docker build -t autoparts . && docker run --rm -p 8080:8080 -v autoparts:/data -e ALLOW_EMBEDDED_ON_NETWORK=yes autoparts

FROM node:20-bookworm-slim AS app
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc* ./
RUN npm ci
COPY frontend ./
COPY docs/openapi.json ../docs/openapi.json
RUN npm run build

FROM rust:1.95-bookworm AS server
RUN apt-get update && apt-get install -y --no-install-recommends libpq-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=app /src/frontend/dist frontend/dist
RUN cargo build --release --locked -p autoparts-server

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --create-home autoparts
COPY --from=server /src/target/release/autoparts /usr/bin/autoparts
USER 10001
WORKDIR /data
VOLUME /data
ENV BIND_ADDR=0.0.0.0:8080 DATABASE_URL=sqlite:///data/shop.db
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["curl", "-fsS", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["autoparts"]
CMD ["serve"]
