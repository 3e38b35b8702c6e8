import type {
  getApproval,
  getApprovalRules,
  getApprovals,
  ListedRule,
  postApprovalApprove,
  postApprovalRefuse,
  postApprovalWithdraw,
  putApprovalRule,
} from '@dineward/core/approvals/approvals.contract.ts'
import type { ApprovalRule, ControlledAction } from '@dineward/core/approvals/approvals.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export interface ApprovalFilters {
  readonly partner?: string
  readonly action?: ControlledAction
  readonly state?: 'decided'
}

const pollMs = 15_000

/** Asks again, since others decide too; that does not keep the session open. */
export const approvalsQuery = ({ partner, action, state = undefined }: ApprovalFilters) =>
  queryOptions({
    queryKey: ['approvals', { partner, action, state }],
    queryFn: async () =>
      (
        await api<typeof getApprovals>(
          'GET',
          '/api/Console/Approvals',
          { query: { partner, action, state } },
          { background: true },
        )
      ).items,
    refetchInterval: pollMs,
  })

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: async () => api<typeof getApproval>('GET', '/api/Console/Approvals/:id', { params: { id } }),
  })

export const approve = (id: string, digest: string) =>
  api<typeof postApprovalApprove>('POST', '/api/Console/Approvals/:id/Approve', {
    params: { id },
    body: { digest },
  })

export const refuse = (id: string, reason: string) =>
  api<typeof postApprovalRefuse>('POST', '/api/Console/Approvals/:id/Refuse', {
    params: { id },
    body: { reason },
  })

export const withdraw = (id: string, reason: string) =>
  api<typeof postApprovalWithdraw>('POST', '/api/Console/Approvals/:id/Withdraw', {
    params: { id },
    body: { reason },
  })

export const rulesQuery = (partner: string | undefined) =>
  queryOptions({
    queryKey: ['approvals', 'rules', partner],
    queryFn: async () =>
      (await api<typeof getApprovalRules>('GET', '/api/Console/ApprovalRules', { query: { partner } })).items,
  })

export const changeRule = (
  { partner, action, version }: Pick<ListedRule, 'partner' | 'action' | 'version'>,
  { reason, ...rule }: ApprovalRule & { readonly reason: string },
) =>
  api<typeof putApprovalRule>('PUT', '/api/Console/ApprovalRules/:partner/:action', {
    params: { partner, action },
    body: { ...rule, version, reason },
  })
