import type { ReactNode } from 'react';
import { knownConfig } from '../../lib/config';
import { couponOffer } from '../../lib/coupon-offer';
import { couponTerms } from '../../lib/coupon-terms';
import pages from '../../lib/pages.json';
import { paths } from '../../lib/paths';
import { promises, returnDays } from '../../lib/promises';
import { dialling, seller } from '../../lib/seller';
import { Link } from '../../ui/controls/link';
import { Money } from '../../ui/data/exact';

export type LegalPageName = 'contact' | 'returns' | 'terms' | 'privacy';

/**
 * The shop's legal and contact texts. Each describes how the shop works or comes from its settings.
 */
export function LegalPage({ name }: { name: LegalPageName }) {
  const { title, lead, Text } = LEGAL_PAGES[name];
  return (
    <div className="page legal-page">
      <title>{pages[name].title}</title>
      <header>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <Text />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

/** How to contact the seller: by email or phone if set, otherwise in the feedback box. */
function Reach() {
  const { phone, email } = seller;
  if (phone === undefined && email === undefined)
    return <p>Write to us in the feedback box at the bottom of this page.</p>;
  return (
    <p>
      {email !== undefined && (
        <>
          Write to <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {email !== undefined && phone !== undefined && ', or call '}
      {email === undefined && 'Call '}
      {phone !== undefined && <a href={dialling(phone)}>{phone}</a>}. Your order number helps us
      find your order.
    </p>
  );
}

function ReturnPromise() {
  return `Send it back within ${returnDays} days and get your money back, unless the part’s page says otherwise.`;
}

function Contact() {
  return (
    <>
      <Part title="The seller">
        <p>
          {[seller.name, ...seller.address].map((line) => (
            <span key={line} className="line">
              {line}
            </span>
          ))}
        </p>
      </Part>
      <Part title="Reach us">
        <Reach />
      </Part>
      <Part title="About an order">
        <p>
          <Link to={paths.dashboard}>My Orders</Link> shows the status of your orders. If you
          ordered without an account, open the link in our email.
        </p>
      </Part>
    </>
  );
}

function Returns() {
  return (
    <>
      <Part title={`${returnDays} days`}>
        <p>
          <ReturnPromise /> The days count from the day we ship your order. The order’s page shows
          the last day.
        </p>
        <p>
          Some parts have other terms if you do not need them: fewer days, a restocking fee, or no
          return. The part’s page, the cart and the order state them. They never limit returns of
          parts that do not fit, are wrong, damaged or not as described, nor your right of
          withdrawal.
        </p>
      </Part>
      <Part title="How to send something back">
        <p>
          Open your order and choose Return parts. <Link to={paths.dashboard}>My Orders</Link> lists
          your orders. If you ordered without an account, open the link in our email. Once we have
          approved the return, print its slip and send the parts back as you received them.
        </p>
        <Reach />
      </Part>
      <Part title="Your money">
        <p>
          We refund the price of the pieces and their tax, less any restocking fee, to the card you
          paid with. Banks take up to ten days to show it. We refund a core charge when your old
          part arrives.
        </p>
      </Part>
      <Part title="Before we ship">
        <p>
          You can delete an unpaid order yourself in <Link to={paths.dashboard}>My Orders</Link>. If
          an order is paid but not shipped yet, we can cancel it for you and refund all of it.
        </p>
      </Part>
    </>
  );
}

function Terms() {
  return (
    <>
      <Part title="Ordering">
        <p>
          You order from {seller.name}. The price is the one you agreed to when you placed the
          order; it never changes afterwards. Prices are in US dollars, and the checkout shows
          shipping and tax before you order.
        </p>
        <p>Many parts have a minimum order. It is shown on the part’s page, next to the stock.</p>
      </Part>
      <Part title="Paying">
        <p>
          You pay by card. While you pay, your parts are reserved for you; our email says for how
          long. If you do not pay, the reservation ends and nothing is charged.
        </p>
      </Part>
      <Part title="Shipping">
        <p>{promises.shipping}</p>
      </Part>
      <Part title="Fit">
        <p>
          We say that a part fits your car only if it is listed for that car. If we ask you to check
          something, please do: you confirm it when you order. If nothing is listed, we say so.
        </p>
      </Part>
      <Part title="Coupons">
        <p>
          {couponOffer ? (
            <>
              A newsletter address gets a <Money dollars={couponOffer.amount} /> coupon once it is
              confirmed, one per mailbox. {couponTerms(couponOffer)}{' '}
            </>
          ) : (
            'We offer no new coupons at the moment. '
          )}
          A coupon you already have keeps the terms in its email.
        </p>
      </Part>
      <Part title="Returns">
        <p>
          <ReturnPromise /> <Link to={paths.returns}>How returns work</Link>
        </p>
      </Part>
    </>
  );
}

function Privacy() {
  const { identity, payments, mails } = knownConfig ?? {};
  return (
    <>
      <Part title="What we keep">
        <ul>
          <li>Your account: email address, name, and what you enter in My Profile.</li>
          <li>Your orders: the parts, your name, email address, address and phone number.</li>
          <li>What you save: addresses, cart and cars.</li>
          <li>Your reviews, which everyone can read, with your name.</li>
          <li>Your email address for the newsletter or for stock alerts, if you sign up.</li>
          <li>What you write in the feedback box at the bottom of each page.</li>
        </ul>
        <p>We use it only to sell you parts and to answer you.</p>
      </Part>
      <Part title="Who else sees it">
        <ul>
          <li>
            {payments?.mode === 'stripe'
              ? 'Stripe processes your card payment. We never see the card number.'
              : 'This shop is a demo: no card is charged, and no bank is contacted.'}
          </li>
          {identity?.mode === 'firebase' && <li>Google Firebase handles your sign-in.</li>}
          {mails === 'smtp' && <li>A mail service delivers our emails.</li>}
          <li>The carrier sees your name, address and phone number on the parcel.</li>
        </ul>
      </Part>
      <Part title="In your browser">
        <p>
          Your sign-in, cart, cars and list settings are kept in your browser’s storage. We do not
          track you: there are no ads and no analytics.
        </p>
      </Part>
      <Part title="For how long">
        <p>
          We keep orders for our accounting records. We erase your name, addresses and phone number
          from canceled orders after a set time. We also delete emails and old carts after a while.
        </p>
      </Part>
      <Part title="View, download or delete it">
        <p>
          <Link to={paths.profile}>My Profile</Link> lets you download all of it and delete your
          account. Every newsletter has an unsubscribe link.
        </p>
        <Reach />
      </Part>
    </>
  );
}

const LEGAL_PAGES: Record<LegalPageName, { title: string; lead: string; Text: () => ReactNode }> = {
  contact: {
    title: 'Contact',
    lead: 'Questions about a part or an order? We are here to help.',
    Text: Contact,
  },
  returns: {
    title: 'Returns',
    lead: 'It does not fit, or you do not need it? Here is how to send it back.',
    Text: Returns,
  },
  terms: { title: 'Terms', lead: 'How ordering here works, in plain words.', Text: Terms },
  privacy: {
    title: 'Privacy',
    lead: 'What we keep about you, why, and how to delete it.',
    Text: Privacy,
  },
};
