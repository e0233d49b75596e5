import { describe, expect, it } from 'vitest';
import { ValidationError, type Schema } from 'yup';
import { isEmail, newPasswordSchema, signinSchema, signupSchema } from './account-schemas';

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
  it('ask for what is missing', () => {
    expect(messages(signupSchema, { name: ' ', email: '', password: '' })).toEqual({
      name: 'name is required',
      email: 'email is required',
      password: 'Password is required',
    });
  });

  it.each(['marta', 'marta@', '@garage.example', 'marta@garage', 'a b@garage.example'])(
    'refuse %s as an address',
    (email) => {
      expect(messages(signinSchema, { email, password: 'secret' })).toEqual({
        email: 'provide a valid email',
      });
      expect(isEmail(email)).toBe(false);
    },
  );

  it('want passwords of six characters', () => {
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
