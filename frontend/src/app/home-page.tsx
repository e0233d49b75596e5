import { AutoParts } from '../features/catalogue/auto-parts';
import { BusinessSummary } from '../features/home/business-summary';
import { Hero } from '../features/home/hero';
import { WhyChoose } from '../features/home/why-choose';
import { NewsletterBanner } from '../features/newsletter/newsletter-banner';
import { ClientsReviews } from '../features/reviews/clients-reviews';
import { VehicleBar } from './vehicle-bar';
import pages from '../lib/pages.json';

/** Stacks sections of several features, which do not depend on each other. */
export function HomePage() {
  return (
    <>
      <title>{pages.home.title}</title>
      <Hero />
      <AutoParts bar={<VehicleBar />} />
      <WhyChoose />
      <BusinessSummary />
      <ClientsReviews />
      <NewsletterBanner />
    </>
  );
}
