import { beforeEach, expect, it } from 'vitest';
import { readDraft, writeDraft } from './drafts';

beforeEach(() => {
  sessionStorage.clear();
});

it('keeps drafts apart by form and person, and forgets them', () => {
  writeDraft('review', 'marta@garage.example', { review: 'Good' });
  expect(readDraft('review', 'marta@garage.example')).toEqual({ review: 'Good' });
  expect(readDraft('review', 'ada@garage.example')).toBeNull();
  expect(readDraft('profile', 'marta@garage.example')).toBeNull();
  writeDraft('review', 'marta@garage.example', null);
  expect(readDraft('review', 'marta@garage.example')).toBeNull();
});

it('takes nothing but texts from the storage', () => {
  sessionStorage.setItem('draft:review:a', '{"review":"Good","rating":{"x":1}}');
  expect(readDraft('review', 'a')).toEqual({ review: 'Good' });
  sessionStorage.setItem('draft:review:a', '{not json');
  expect(readDraft('review', 'a')).toBeNull();
});
