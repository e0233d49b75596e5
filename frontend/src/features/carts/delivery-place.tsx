import { Formik } from 'formik';
import { object } from 'yup';
import { countryName, HOME } from '../../lib/places/countries';
import type { Place } from '../../lib/places/place';
import { Form, SubmitButton } from '../../ui/forms/form';
import { Refusal } from '../../ui/forms/refusal';
import { CountryField, PostalCodeField, RegionField } from '../../ui/forms/place-fields';
import { placeRules } from '../../ui/forms/place-rules';

const schema = object(placeRules);
const NOWHERE: Place = { country: HOME, region: '', postalCode: '' };

interface DeliveryPlaceProps {
  /** The destination of the totals; null without one. */
  place: Place | null;
  /** The shop's errors about it, by field. */
  refusal: Record<string, string>;
  onChange: (place: Place) => void;
}

/** The parts of an address that the delivered price depends on. */
export function DeliveryPlace({ place, refusal, onChange }: DeliveryPlaceProps) {
  return (
    <Formik<Place>
      initialValues={place ?? NOWHERE}
      validationSchema={schema}
      onSubmit={({ country, region, postalCode }, form) => {
        onChange({ country, region: region.trim(), postalCode: postalCode.trim() });
        // The page requests the quote; nothing to wait for here.
        form.setSubmitting(false);
      }}
    >
      <Form className="delivery-place" label="Ship to" rules={schema}>
        <CountryField />
        <div className="pair">
          <RegionField />
          <PostalCodeField />
        </div>
        <SubmitButton look="plain">Show the delivered price</SubmitButton>
        <Refusal fields={refusal} />
        {place !== null && Object.keys(refusal).length === 0 && (
          <p className="hint">Shown for {inWords(place)}</p>
        )}
      </Form>
    </Formik>
  );
}

const inWords = ({ country, region, postalCode }: Place) =>
  [[region, postalCode].filter(Boolean).join(' '), countryName(country)].filter(Boolean).join(', ');
