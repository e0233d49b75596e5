import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { Swiper as SwiperInstance } from 'swiper';
import 'swiper/css';
import 'swiper/css/a11y';
import { A11y, Keyboard, Scrollbar } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { Review } from '../../api/contract/generated-types';
import { ClientsReviewsQuote } from './clients-reviews-quote';

const SPACE_BETWEEN = 40;
const SPEED_MS = 300;

/** The carousel itself. Load it lazily: it includes the slider library and its styles. */
export function ClientsReviewsSlides({ reviews }: { reviews: Review[] }) {
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [current, setCurrent] = useState(0);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

  return (
    <div role="group" aria-roledescription="carousel" aria-labelledby="reviews">
      {/* The bar is part of the rail below, so the slider starts once both are on the page. */}
      {bar && (
        <Swiper
          modules={[A11y, Keyboard, Scrollbar]}
          slidesPerView={1}
          spaceBetween={SPACE_BETWEEN}
          speed={still ? 0 : SPEED_MS}
          grabCursor
          keyboard={{ enabled: true, pageUpDown: false }}
          scrollbar={{ el: bar, draggable: true, dragSize: 'auto' }}
          a11y={{ slideLabelMessage: 'Review {{index}} of {{slidesLength}}' }}
          onSwiper={setSwiper}
          onSlideChange={({ activeIndex }) => {
            setCurrent(activeIndex);
          }}
        >
          {reviews.map((review, position) => (
            <SwiperSlide key={review._id}>
              <ClientsReviewsQuote review={review} current={position === current} />
            </SwiperSlide>
          ))}
        </Swiper>
      )}
      <ClientsReviewsRail
        count={reviews.length}
        current={current}
        onGo={(position) => swiper?.slideTo(position)}
        barRef={setBar}
      />
    </div>
  );
}

interface ClientsReviewsRailProps {
  count: number;
  current: number;
  onGo: (position: number) => void;
  barRef: Ref<HTMLDivElement>;
}

/**
 * Dots, bar and arrows below the reviews. An arrow at its end stays focusable, so that keyboard
 * users do not lose the focus.
 */
export function ClientsReviewsRail({ count, current, onGo, barRef }: ClientsReviewsRailProps) {
  const isFirst = current === 0;
  const isLast = current === count - 1;
  return (
    <div className="rail">
      <ul className="dots" aria-label="Choose a review">
        {Array.from({ length: count }, (_, position) => (
          <li key={position}>
            <button
              type="button"
              aria-label={`Review ${position + 1}`}
              aria-current={position === current || undefined}
              onClick={() => {
                onGo(position);
              }}
            />
          </li>
        ))}
      </ul>
      <div className="swiper-scrollbar bar" ref={barRef} />
      <div className="actions">
        <button
          type="button"
          className="btn btn-square"
          aria-label="Previous review"
          aria-disabled={isFirst || undefined}
          onClick={() => {
            if (!isFirst) onGo(current - 1);
          }}
        >
          <ArrowLeft className="icon" />
        </button>
        <button
          type="button"
          className="btn btn-square"
          aria-label="Next review"
          aria-disabled={isLast || undefined}
          onClick={() => {
            if (!isLast) onGo(current + 1);
          }}
        >
          <ArrowRight className="icon" />
        </button>
      </div>
    </div>
  );
}
