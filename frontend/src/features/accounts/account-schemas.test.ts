import { describe, expect, it } from 'vitest';
import { type Schema, ValidationError } from 'yup';
import {
  isEmail,
  newPasswordSchema,
  profileSchema,
  signinSchema,
  signupSchema,
} from './account-schemas';

/** The first message per field. */
function messages(schema: Schema, values: unknown): Record<string, string> {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const found: Record<string, string> = {};
    for (const { path = '', message } of error.inner) found[path] ??= message;
    return found;
  }
}

describe('the account schemas', () => {
  it('require the missing fields', () => {
    expect(messages(signupSchema, { name: ' ', email: '', password: '' })).toEqual({
      name: 'name is required',
      email: 'email is required',
      password: 'Password is required',
    });
  });

  it.each(['marta', 'marta@', '@garage.example', 'marta@garage', 'a b@garage.example'])(
    'reject %s as an address',
    (email) => {
      expect(messages(signinSchema, { email, password: 'secret' })).toEqual({
        email: 'provide a valid email',
      });
      expect(isEmail(email)).toBe(false);
    },
  );

  it('require passwords of at least six characters', () => {
    expect(messages(newPasswordSchema, { password: '12345' })).toEqual({
      password: 'must be 6 length',
    });
    expect(messages(newPasswordSchema, { password: '123456' })).toEqual({});
  });

  it('accept a complete account', () => {
    const account = { name: 'Marta', email: ' marta@garage.example ', password: 'secret' };
    expect(messages(signupSchema, account)).toEqual({});
  });
});

const good = {
  name: 'Marta Lindqvist',
  address: '12 Harbor Street',
  education: 'Motor mechanic',
  phone: '+1 (207) 555-0173',
  linkedin: 'https://www.linkedin.com/in/marta',
};
const check = (changed: Partial<typeof good>) => profileSchema.validate({ ...good, ...changed });

describe('the profile', () => {
  it('requires all five fields', async () => {
    await expect(check({})).resolves.toEqual(good);
    await expect(check({ name: ' ' })).rejects.toThrow('name is required');
    await expect(check({ address: '' })).rejects.toThrow('address is required');
    await expect(check({ education: '' })).rejects.toThrow('education is required');
    await expect(check({ phone: '' })).rejects.toThrow('phone is required');
    await expect(check({ linkedin: '' })).rejects.toThrow('LinkedIn link is required');
  });

  it('has the server’s limits', async () => {
    await expect(check({ name: 'x'.repeat(101) })).rejects.toThrow('at most 100 characters');
    await expect(check({ phone: 'call me' })).rejects.toThrow('provide a valid phone number');
    await expect(check({ phone: '12' })).rejects.toThrow('provide a valid phone number');
  });

  it('counts characters as the server does', async () => {
    await expect(check({ name: '🔧'.repeat(100) })).resolves.toBeTruthy();
    await expect(check({ name: '🔧'.repeat(101) })).rejects.toThrow('at most 100 characters');
  });

  it.each([
    'http://www.linkedin.com/in/marta',
    'javascript:alert(1)',
    'https://linkedin.com.evil.example/',
    'https://linkedin.com@evil.example/',
    'linkedin.com/in/marta',
  ])('rejects %s as a LinkedIn page', async (linkedin) => {
    await expect(check({ linkedin })).rejects.toThrow('provide an https link to linkedin.com');
  });

  it('accepts LinkedIn pages of any country', async () => {
    await expect(check({ linkedin: 'https://de.linkedin.com/in/marta' })).resolves.toBeTruthy();
    await expect(check({ linkedin: 'https://linkedin.com' })).resolves.toBeTruthy();
  });
});
