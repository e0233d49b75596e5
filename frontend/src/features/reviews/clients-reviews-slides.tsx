import { useState } from 'react';
import type { Swiper as SwiperInstance } from 'swiper';
import { A11y, Keyboard, Scrollbar } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import 'swiper/css';
import 'swiper/css/a11y';
import type { Review } from '../../api/generated-types';
import { ClientsReviewsQuote } from './clients-reviews-quote';
import { ClientsReviewsRail } from './clients-reviews-rail';

const SPACE_BETWEEN = 40;
const SPEED_MS = 300;

/** The carousel itself. Load it lazily: it brings the slider library and its styles. */
export function ClientsReviewsSlides({ reviews }: { reviews: Review[] }) {
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [current, setCurrent] = useState(0);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

  return (
    <div role="group" aria-roledescription="carousel" aria-labelledby="reviews">
      {/* The bar is part of the rail below, so the slider starts when both are on the page. */}
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
