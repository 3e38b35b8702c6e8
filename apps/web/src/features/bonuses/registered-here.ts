import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { useCallback, useEffect, useState } from 'react'
import { readStored, writeStored } from '../../lib/browser/stored.ts'

/** A server that answers from an older copy may not know of it yet (account §9). */
const rememberedMs = minutes(35)
const key = (code: string) => `bonus.registered.${code}`

export interface RegisteredHere {
  add(code: string): void
  /** A bonus that was registered here counts as Enrolled from then on. */
  mark(bonus: MemberBonus): MemberBonus
}

export function useRegisteredHere(): RegisteredHere {
  // What is stored is read once the page is hydrated: the server does not know of it.
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  const add = useCallback((code: string) => writeStored(key(code), new Date().toISOString()), [])
  return {
    add,
    mark: bonus => (isReady ? registered(bonus, readStored(key(bonus.code)), Date.now()) : bonus),
  }
}

export function registered(bonus: MemberBonus, storedAt: string | null, now: number): MemberBonus {
  if (bonus.bonusStatus !== 'Eligible' || storedAt === null) return bonus
  const age = now - Date.parse(storedAt)
  return age >= 0 && age < rememberedMs
    ? { ...bonus, bonusStatus: 'Enrolled', createDateUtc: storedAt }
    : bonus
}
