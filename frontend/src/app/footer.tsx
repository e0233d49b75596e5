import { Mail, MapPin, Phone } from 'lucide-react';
import { FeedbackBox } from '../features/feedback/feedback-box';
import { Logo } from '../ui/layout/logo';

export function Footer() {
  return (
    <footer className="site-footer" data-theme="dark">
      <div className="page">
        <div className="cols">
          <FeedbackBox />
          <address id="head-office" tabIndex={-1}>
            <h2>Head office</h2>
            <ul>
              <li>
                <MapPin className="icon" />
                <span>
                  48 Foundry Lane
                  <br />
                  Dayton, OH 45402
                </span>
              </li>
              <li>
                <Phone className="icon" />
                <span>+1 937 555 0148</span>
              </li>
              <li>
                <Mail className="icon" />
                <span>parts@autoparts.example</span>
              </li>
            </ul>
          </address>
          <div>
            <h2>Follow us</h2>
            <SocialLinks />
          </div>
        </div>
        <div className="base">
          <Logo />
          <span>© 2026 Autoparts</span>
        </div>
      </div>
    </footer>
  );
}

/** Line marks of the networks; the icon set leaves brands out. */
const NETWORKS = [
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/',
    drawing:
      'M14 21v-8h3l.5-3.5H14V7.6c0-1 .4-1.6 1.7-1.6H18V3h-3c-3 0-4.5 1.7-4.5 4.3v2.2H8V13h2.5v8',
  },
  {
    name: 'Instagram',
    href: 'https://www.instagram.com/',
    drawing:
      'M8.5 3.5h7a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-7a5 5 0 0 1-5-5v-7a5 5 0 0 1 5-5zM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M17 7h.01',
  },
  {
    name: 'Linkedin',
    href: 'https://www.linkedin.com/',
    drawing: 'M5 9.5V20M5 5v.01M10 20V9.5M10 14c0-2.5 1.5-4.5 4.5-4.5S19 11.5 19 14v6',
  },
  {
    name: 'Youtube',
    href: 'https://www.youtube.com/',
    drawing:
      'M6.5 5h11a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-11a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9.2v5.6l5-2.8z',
  },
];

function SocialLinks() {
  return (
    <ul className="social">
      {NETWORKS.map(({ name, href, drawing }) => (
        <li key={name}>
          <a className="btn btn-square" href={href} rel="noreferrer" aria-label={name}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={drawing} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
