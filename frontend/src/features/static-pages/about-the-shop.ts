/** The text about the shop on the portfolio page; the drawing's numbers follow this order. */
export const CRATES = [
  {
    name: 'frontend',
    does: 'The web app: React, with a client generated from the OpenAPI description.',
  },
  { name: 'http', does: 'Routes, requests, responses, errors and the OpenAPI description.' },
  { name: 'application', does: 'The use cases, and the ports they depend on.' },
  {
    name: 'domain',
    does: 'Types and rules for parts, orders and money. It depends on no other crate.',
  },
  { name: 'persistence', does: 'SQL storage: one set of queries for two databases.' },
  { name: 'payments', does: 'Connects the shop to its payment provider.' },
  { name: 'auth-adapter', does: 'Identifies users: tokens, keys and passwords.' },
  { name: 'mail', does: 'Sends the outbox’s emails to a mail server, as text and HTML.' },
  { name: 'server', does: 'The one binary that bolts it all together.' },
];

export const MATERIALS = [
  {
    where: 'Server',
    what: 'Rust, actix-web, diesel',
    why: 'No unsafe code, no unwrap, and one transaction per decision.',
  },
  {
    where: 'Browser',
    what: 'React 19, TypeScript, Redux Toolkit',
    why: 'Server data is cached, and refreshed by tags.',
  },
  {
    where: 'Surface',
    what: 'Plain CSS, no framework',
    why: 'Light and dark colors come from one file of tokens. Set in Archivo, with Lucide icons.',
  },
  {
    where: 'Storage',
    what: 'SQLite or PostgreSQL',
    why: 'Start with a file, and move to a server when the shop grows. The rules stay the same.',
  },
  {
    where: 'Sign-in',
    what: 'Firebase, or built in',
    why: 'The built-in provider speaks the same protocol, so there is one path to test.',
  },
  {
    where: 'Payment',
    what: 'Stripe, or a sandbox',
    why: 'The sandbox mimics Stripe’s API and test cards, including the declined ones.',
  },
];

export const TOLERANCES = [
  {
    measure: '0 pieces oversold',
    means: 'One SQL statement takes all pieces of an order from stock, or none.',
  },
  {
    measure: '0 cents lost',
    means: 'A payment counts only once, even if it is reported twice. Late payments are refunded.',
  },
  {
    measure: '128 kB',
    means: 'The limit for compressed JavaScript on the home page before the first interaction.',
  },
  {
    measure: 'WCAG 2.2 AA',
    means: 'Works with a keyboard, a screen reader, reduced motion and a 320-pixel screen.',
  },
];

export const COMMANDS = [
  { command: 'make run', does: 'a shop at http://127.0.0.1:8080' },
  { command: 'make dev', does: 'the same, reloading as you type' },
  { command: 'make check', does: 'checks formatting, lints, types and licenses' },
  { command: 'make test', does: 'runs every test, including those in a real browser' },
];
