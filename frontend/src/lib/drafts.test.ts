import { describe, expect, it } from 'vitest';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './drafts';

describe('drafts', () => {
  it('are saved and deleted by name', () => {
    keepDraft('a', { address: 'Harbor Street' });
    keepDraft('b', { address: 'Mill Lane' });
    expect(readDraft('a')).toEqual({ address: 'Harbor Street' });
    dropDraft('a');
    expect(readDraft('a')).toBeNull();
    expect(readDraft('b')).toEqual({ address: 'Mill Lane' });
  });

  it('are all deleted at once, and nothing else is', () => {
    keepDraft('a', {});
    sessionStorage.setItem('other', 'stays');
    dropAllDrafts();
    expect(readDraft('a')).toBeNull();
    expect(sessionStorage.getItem('other')).toBe('stays');
  });

  it('survive tampering', () => {
    sessionStorage.setItem('draft:a', '{not json');
    expect(readDraft('a')).toBeNull();
    sessionStorage.setItem('draft:a', '{"phone":7,"address":"x"}');
    expect(readDraft('a')).toEqual({ address: 'x' });
  });
});
