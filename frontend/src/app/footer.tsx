import { Mail, MapPin, Phone } from 'lucide-react';
import { FeedbackBox } from '../features/feedback/feedback-box';
import { paths } from '../lib/paths';
import { dialling, seller } from '../lib/seller';
import { Link } from '../ui/controls/link';
import { Logo } from '../ui/layout/logo';

const LEGAL_PAGES = ['contact', 'returns', 'terms', 'privacy'] as const;

export function Footer() {
  return (
    <footer className="site-footer" data-theme="dark">
      <div className="page">
        <div className="cols">
          <FeedbackBox />
          <HeadOffice />
          {seller.links.length > 0 && (
            <div>
              <h2>Follow us</h2>
              <SocialLinks />
            </div>
          )}
        </div>
        <div className="base">
          <Logo />
          <nav aria-label="About this shop">
            {LEGAL_PAGES.map((name) => (
              <Link key={name} to={paths[name]}>
                {name}
              </Link>
            ))}
            <Link to={paths.withdraw}>Withdraw from contract</Link>
          </nav>
          <span>© 2026 {seller.name}</span>
        </div>
      </div>
    </footer>
  );
}

function HeadOffice() {
  const { name, address, phone, email } = seller;
  const lines = address.length > 0 ? address : [name];
  return (
    <address id="head-office" tabIndex={-1}>
      <h2>Head office</h2>
      <ul>
        <li>
          {address.length > 0 && <MapPin className="icon" />}
          <span>
            {lines.map((line) => (
              <span key={line} className="line">
                {line}
              </span>
            ))}
          </span>
        </li>
        {phone !== undefined && (
          <li>
            <Phone className="icon" />
            <a href={dialling(phone)}>{phone}</a>
          </li>
        )}
        {email !== undefined && (
          <li>
            <Mail className="icon" />
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </address>
  );
}

/** Outline icons of the social networks; the icon set has no brands. */
const NETWORKS = [
  {
    name: 'Facebook',
    host: 'facebook.com',
    drawing:
      'M14 21v-8h3l.5-3.5H14V7.6c0-1 .4-1.6 1.7-1.6H18V3h-3c-3 0-4.5 1.7-4.5 4.3v2.2H8V13h2.5v8',
  },
  {
    name: 'Instagram',
    host: 'instagram.com',
    drawing:
      'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5zM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M17 7h.01',
  },
  {
    name: 'LinkedIn',
    host: 'linkedin.com',
    drawing: 'M5 9.5V20M5 5v.01M10 20V9.5M10 14c0-2.5 1.5-4.5 4.5-4.5S19 11.5 19 14v6',
  },
  {
    name: 'YouTube',
    host: 'youtube.com',
    drawing:
      'M6.5 5h11a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-11a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9.2v5.6l5-2.8z',
  },
];

function SocialLinks() {
  return (
    <ul className="social">
      {seller.links.map((link) => {
        const host = new URL(link).hostname.replace(/^www\./, '');
        const network = NETWORKS.find((known) => known.host === host);
        return (
          network && (
            <li key={link}>
              <a className="btn btn-square" href={link} rel="noreferrer" aria-label={network.name}>
                <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                  <path d={network.drawing} />
                </svg>
              </a>
            </li>
          )
        );
      })}
    </ul>
  );
}
