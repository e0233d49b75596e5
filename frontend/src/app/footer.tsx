import { Mail, MapPin, Phone } from 'lucide-react';
import { FeedbackBox } from '../features/feedback/feedback-box';
import { Logo } from '../ui/logo';
import { SocialLinks } from './social-links';

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
