// Receives webhooks with Stripe's own package: accepts what `constructEvent`
// accepts with the secret in the path, and rejects everything else.
// Usage: node receiver.mjs PORT
import { createServer } from 'node:http';
import Stripe from 'stripe';

const { webhooks } = new Stripe('sk_test_conformance');

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const secret = request.url.slice(1);
  try {
    const { type } = webhooks.constructEvent(
      Buffer.concat(chunks),
      request.headers['stripe-signature'],
      secret,
    );
    console.log(`accepted ${type} under ${secret}`);
    response.writeHead(200).end();
  } catch (error) {
    console.log(`refused under ${secret}: ${error.type}`);
    response.writeHead(400).end();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
