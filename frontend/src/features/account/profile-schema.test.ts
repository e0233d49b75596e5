import { describe, expect, it } from 'vitest';
import { profileSchema } from './profile-schema';

const good = {
  name: 'Marta Lindqvist',
  address: '12 Harbor Street',
  education: 'Motor mechanic',
  phone: '+1 (207) 555-0173',
  linkedin: 'https://www.linkedin.com/in/marta',
};
const check = (changed: Partial<typeof good>) => profileSchema.validate({ ...good, ...changed });

describe('the profile', () => {
  it('needs all five fields', async () => {
    await expect(check({})).resolves.toEqual(good);
    await expect(check({ name: ' ' })).rejects.toThrow('name is required');
    await expect(check({ address: '' })).rejects.toThrow('address is required');
    await expect(check({ education: '' })).rejects.toThrow('education is required');
    await expect(check({ phone: '' })).rejects.toThrow('phone is required');
    await expect(check({ linkedin: '' })).rejects.toThrow('LinkedIn link is required');
  });

  it('keeps the server’s bounds', async () => {
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
  ])('refuses %s as a LinkedIn page', async (linkedin) => {
    await expect(check({ linkedin })).rejects.toThrow('provide an https link to linkedin.com');
  });

  it('takes LinkedIn pages of any country', async () => {
    await expect(check({ linkedin: 'https://de.linkedin.com/in/marta' })).resolves.toBeTruthy();
    await expect(check({ linkedin: 'https://linkedin.com' })).resolves.toBeTruthy();
  });
});
