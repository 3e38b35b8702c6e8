import { americanLooks } from './american-looks.ts'
import { asianLooks } from './asian-looks.ts'
import { europeanLooks } from './european-looks.ts'
import type { Look } from './look.ts'

const all = { ...americanLooks, ...asianLooks, ...europeanLooks }

export type LookName = keyof typeof all
export const looks: Readonly<Record<LookName, Look>> = all
