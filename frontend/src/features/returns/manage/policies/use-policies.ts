import { adminApi } from '../../../../api/admin';
import type {
  ReturnPolicies,
  ReturnPolicy,
  ReturnPolicyFields,
} from '../../../../api/contract/generated-types';
import { codeOf } from '../../../../api/contract/problem';

type Outcome =
  | { saved: true }
  /** `now` is what another admin has saved in the meantime, if it could be read. */
  | { saved: false; error: unknown; now?: ReturnPolicies };

/** The saved policies, and the function to change them. */
export interface PoliciesEditor {
  policies: ReturnPolicy[];
  save: (changed: ReturnPolicyFields[]) => Promise<Outcome>;
}

/** The policies, which are saved as a whole: their order matters. */
export function usePolicies() {
  const query = adminApi.useGetReturnPoliciesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [savePolicies] = adminApi.useSaveReturnPoliciesMutation();
  const { data, refetch } = query;

  const save = async (revision: number, policies: ReturnPolicyFields[]): Promise<Outcome> => {
    const { error } = await savePolicies({ returnPoliciesRequest: { revision, policies } });
    if (error === undefined) return { saved: true };
    if (codeOf(error) !== 'changed_meanwhile') return { saved: false, error };
    const { data: now } = await refetch();
    return { saved: false, error, now };
  };

  const editor: PoliciesEditor | undefined = data && {
    policies: data.policies,
    save: (changed) => save(data.revision, changed),
  };
  return { query, editor };
}
