import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Kept {
  readonly payload: AdapterPayload
  readonly expiresAt: number
}

/** The library's own does the same, with a warning at each start that is of no use in a demo. */
export function memoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, Kept>()
  const deleteWhere = (isGone: (one: Kept) => boolean) => {
    for (const [key, one] of kept) if (isGone(one)) kept.delete(key)
  }

  return model => {
    const keyOf = (id: string) => `${model}:${id}`
    const live = (one: Kept | undefined) => (one && one.expiresAt > Date.now() ? one.payload : undefined)
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      live([...kept].find(([key, { payload }]) => key.startsWith(keyOf('')) && payload[field] === value)?.[1])
    return {
      async upsert(id, payload, expiresIn) {
        deleteWhere(({ expiresAt }) => expiresAt <= Date.now())
        // Without an end, as of clients, it stays.
        const expiresAt = expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY
        kept.set(keyOf(id), { payload, expiresAt })
      },
      find: async id => live(kept.get(keyOf(id))),
      findByUid: async uid => findBy('uid', uid),
      findByUserCode: async userCode => findBy('userCode', userCode),
      async consume(id) {
        const payload = live(kept.get(keyOf(id)))
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        deleteWhere(({ payload }) => payload.grantId === grantId)
      },
    }
  }
}
