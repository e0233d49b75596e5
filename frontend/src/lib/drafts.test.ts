import { describe, expect, it } from 'vitest';
import { deleteAllDrafts, deleteDraft, readDraft, saveDraft } from './drafts';

describe('drafts', () => {
  it('are saved and deleted by name', () => {
    saveDraft('a', { address: 'Harbor Street' });
    saveDraft('b', { address: 'Mill Lane' });
    expect(readDraft('a')).toEqual({ address: 'Harbor Street' });
    deleteDraft('a');
    expect(readDraft('a')).toBeNull();
    expect(readDraft('b')).toEqual({ address: 'Mill Lane' });
  });

  it('are all deleted at once, and nothing else is', () => {
    saveDraft('a', {});
    sessionStorage.setItem('other', 'stays');
    deleteAllDrafts();
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
