/** The text about the shop on the portfolio page; the drawing's numbers follow this order. */
export const CRATES = [
  {
    name: 'frontend',
    does: 'The web app: React, with a client generated from the API’s document.',
  },
  { name: 'http', does: 'Routes, bodies, problem documents and the OpenAPI description.' },
  { name: 'application', does: 'The use cases, and the ports they need filled.' },
  { name: 'domain', does: 'The words and the rules: parts, orders, money. It depends on nothing.' },
  { name: 'persistence', does: 'The store on SQL: one set of queries for two databases.' },
  { name: 'payments', does: 'What a payment provider says, in the shop’s words.' },
  { name: 'auth-adapter', does: 'Tokens, keys and passwords: who is calling.' },
  { name: 'mail', does: 'Letters from the outbox to a mail server, as text and as HTML.' },
  { name: 'server', does: 'The one binary that bolts all of it together.' },
];

export const MATERIALS = [
  {
    where: 'Server',
    what: 'Rust, actix-web, diesel',
    why: 'No unsafe code, no unwrap, and one transaction for one decision.',
  },
  {
    where: 'Browser',
    what: 'React 19, TypeScript, Redux Toolkit',
    why: 'What the server knows is asked once and kept fresh by tags.',
  },
  {
    where: 'Surface',
    what: 'Plain CSS, no framework',
    why: 'Colours come from one file of tokens, light and dark. Set in Archivo, with Lucide icons.',
  },
  {
    where: 'Storage',
    what: 'SQLite or PostgreSQL',
    why: 'A file on the first day, a server when the shop grows. The rules do not notice.',
  },
  {
    where: 'Sign-in',
    what: 'Firebase, or built in',
    why: 'The built-in provider speaks the same protocol, so there is one path to test.',
  },
  {
    where: 'Payment',
    what: 'Stripe, or a sandbox',
    why: 'The sandbox has Stripe’s shapes and its test cards, declined ones included.',
  },
];

export const TOLERANCES = [
  {
    measure: '0 pieces oversold',
    means: 'One guarded statement takes all the pieces of an order, or none.',
  },
  {
    measure: '0 cents lost',
    means: 'A payment counts once, whoever reports it. One that comes too late goes back.',
  },
  {
    measure: '128 kB',
    means: 'The most JavaScript home may load before somebody touches it, compressed.',
  },
  {
    measure: 'WCAG 2.2 AA',
    means: 'By keyboard, by ear, without motion, and on a screen of 320 pixels.',
  },
];

export const COMMANDS = [
  { command: 'make run', does: 'a shop at http://127.0.0.1:8080' },
  { command: 'make dev', does: 'the same, reloading as you type' },
  { command: 'make check', does: 'formats, lints, types, licenses' },
  { command: 'make test', does: 'every test, in a real browser too' },
];
