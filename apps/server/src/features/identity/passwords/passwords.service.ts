import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { cutPassword } from '@dineward/core/members/new-password.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { defaultPasswordCost, type PasswordCost } from '../../../secrets/password-cost.ts'

const saltBytes = 16
const hashBytes = 32

/** Two leave threads of the pool free; past 64, callers would wait too long. */
const maxRunning = 2
const maxQueued = 64

let cost = defaultPasswordCost
let dummyHash = newDummyHash()

/** At the start. Stored hashes of another cost keep working, and are renewed at the next sign-in. */
export function setPasswordCost(configured: PasswordCost): void {
  cost = configured
  dummyHash = newDummyHash()
}

/** The hash is a PHC string; the password is cut at 56 characters. @throws `unavailable` when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, { ...cost, tagLength: hashBytes })
  return phcOf(salt, hash)
}

/** Without a hash it costs the same: response times must not disclose whether an account exists. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { salt, hash, ...parameters } = parsePhc(stored ?? dummyHash)
  const derived = await derive(password, salt, { ...parameters, tagLength: hash.length })
  return timingSafeEqual(derived, hash) && stored !== null
}

/** Call it for a password that matched. @returns null where its hash has today's parameters. */
export async function renewedHash(password: string, stored: string): Promise<string | null> {
  const { memory, passes, parallelism } = parsePhc(stored)
  const isCurrent = memory === cost.memory && passes === cost.passes && parallelism === cost.parallelism
  return isCurrent ? null : hashPassword(password)
}

function newDummyHash(): string {
  return phcOf(randomBytes(saltBytes), randomBytes(hashBytes))
}

function phcOf(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

function parsePhc(text: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  if (!match) throw new Error('A stored password hash is malformed.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const argon2Async = promisify(argon2)

async function derive(
  password: string,
  nonce: Buffer,
  parameters: Omit<Argon2Parameters, 'message' | 'nonce'>,
): Promise<Buffer> {
  return queued(() => argon2Async('argon2id', { ...parameters, message: cutPassword(password), nonce }))
}

let running = 0
const waiting: (() => void)[] = []

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxQueued) throw new AppError('unavailable')
    // A finished job hands over its slot, so `running` does not change.
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
