import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { marta } from '../testing/fixtures';
import { testStore } from '../testing/test-shop';
import { adopted, type Person } from '../lib/session/session-slice';
import { rememberOwner } from '../lib/session/tokens';
import { useRestoreSession } from './use-restore-session';

const currentPerson = vi.hoisted(() => vi.fn<() => Promise<Person | null>>());
vi.mock('../lib/firebase/auth', () => ({ currentPerson }));

const ada: Person = { name: 'Ada Novak', email: 'ada@garage.example' };
const token = (sub: string, iat = 1) => `head.${btoa(JSON.stringify({ sub, iat }))}.signature`;

/** A page that was loaded with a stored token. */
function open(remembered: string) {
  localStorage.setItem('accessToken', remembered);
  const store = testStore();
  renderHook(useRestoreSession, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
  });
  return { session: () => store.getState().session, dispatch: store.dispatch };
}

describe('a stored session', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    currentPerson.mockResolvedValue(marta);
  });

  /** Marta's session, while her details are still being fetched. */
  async function openWaiting() {
    let answer: (person: Person | null) => void = () => undefined;
    currentPerson.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const opened = open(token('marta'));
    await vi.waitFor(() => {
      expect(currentPerson).toHaveBeenCalledTimes(1);
    });
    return { ...opened, answer };
  }

  it('is restored', async () => {
    const { session } = open(token('marta'));
    await vi.waitFor(() => {
      expect(session()).toMatchObject({ status: 'signed-in', person: marta });
    });
  });

  it('is not mixed with one that another tab opens at the same time', async () => {
    const { session, dispatch, answer } = await openWaiting();
    currentPerson.mockResolvedValue(ada);
    act(() => {
      dispatch(adopted(token('ada')));
    });
    await act(async () => {
      answer(marta);
      await Promise.resolve();
    });
    expect(session()).toMatchObject({ status: 'restoring', accessToken: token('ada') });
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => {
      expect(session()).toMatchObject({ status: 'signed-in', person: ada });
    });
  });

  it('survives a failed restore of the previous session', async () => {
    const { session, dispatch, answer } = await openWaiting();
    act(() => {
      dispatch(adopted(token('ada')));
    });
    await act(async () => {
      answer(null);
      await Promise.resolve();
    });
    expect(session()).toMatchObject({ status: 'restoring', accessToken: token('ada') });
  });

  it('waits until the provider has the user who signed in in the other tab', async () => {
    rememberOwner(token('ada'), { email: ada.email });
    const { session, dispatch } = open(token('marta'));
    await vi.waitFor(() => {
      expect(session().status).toBe('signed-in');
    });
    act(() => {
      dispatch(adopted(token('ada')));
    });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(session()).toMatchObject({ status: 'restoring', person: null });
    currentPerson.mockResolvedValue(ada);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(session()).toMatchObject({ status: 'signed-in', person: ada });
  });

  it('ends when the provider has a different user', async () => {
    rememberOwner(token('marta'), { email: marta.email });
    currentPerson.mockResolvedValue(ada);
    const { session } = open(token('marta', 2));
    await vi.waitFor(() => {
      expect(session()).toMatchObject({ status: 'signed-out', ending: 'expired' });
    });
  });
});
