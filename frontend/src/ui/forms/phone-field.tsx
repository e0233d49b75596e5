import { TextField } from './text-field';

export function PhoneField() {
  return <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />;
}
