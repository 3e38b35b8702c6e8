import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { AppError } from '@dineward/core/shared/errors.ts'
import { fileKind } from './file-kind.rules.ts'
import { type DecoderAnswer, type Picture, UploadError } from './pictures.service.ts'
import { scanFile, type UploadContext } from './scan-file.service.ts'

const entry = new URL('./decoder.worker.ts', import.meta.url)

interface Limits {
  readonly processes: number
  readonly waiting: number
  /** Of one sender, who has one file read at a time. */
  readonly waitingOfSender: number
  /** One file has this much time; a PDF is a program, which may ask for any amount of work. */
  readonly timeoutMs: { readonly picture: number; readonly pdf: number }
  /** One PDF has this much processor time: a good one is not refused because others keep the machine busy. */
  readonly pdfProcessorMs: number
  /** One process has this much. */
  readonly maxMegabytes: number
}

interface Job {
  readonly file: Buffer
  /** Null is the operator, whose files wait as long as it takes. */
  readonly sender: string | null
  readonly start: () => void
}

/** @param check of the file, before a decoder has it */
type ReadInTurn = (file: Buffer, sender: string | null, check?: () => Promise<void>) => Promise<Picture>

/**
 * Decodes files in child processes, which start with the first one and are used again. One that takes too long, takes
 * too much memory or crashes ends with its file.
 */
export function pictureReader(limits: Limits): ReadInTurn {
  const waiting: Job[] = []
  const running = new Set<Job>()
  const idle: ChildProcess[] = []

  function startWaiting(): void {
    const isFree = ({ sender }: Job) => sender === null || ![...running].some(job => job.sender === sender)
    while (running.size < limits.processes) {
      const job = waiting.find(isFree)
      if (!job) return
      waiting.splice(waiting.indexOf(job), 1)
      running.add(job)
      job.start()
    }
  }

  function turn(file: Buffer, sender: string | null): Promise<Job> {
    const ofSender = waiting.filter(job => job.sender === sender)
    if (sender !== null && ofSender.length >= limits.waitingOfSender) throw new AppError('rate_limited')
    if (sender !== null && waiting.length >= limits.waiting) throw new AppError('unavailable')
    return new Promise(resolve => {
      const job: Job = { file, sender, start: () => resolve(job) }
      waiting.push(job)
      startWaiting()
    })
  }

  return async (file, sender, check) => {
    const job = await turn(file, sender)
    try {
      await check?.()
      const child = takeIdle(idle) ?? (await startDecoder(limits))
      const answer = await decode(child, file, limits.timeoutMs[fileKind(file) === 'pdf' ? 'pdf' : 'picture'])
      if (answer.isSpent) child.kill('SIGKILL')
      else idle.push(child)
      if ('problem' in answer) throw new UploadError(answer.problem)
      return answer.picture
    } finally {
      running.delete(job)
      startWaiting()
    }
  }
}

const readInTurn = pictureReader({
  processes: 2,
  waiting: 8,
  waitingOfSender: 2,
  timeoutMs: { picture: 15_000, pdf: 10_000 },
  // With the way to the process and back, the answer is there within two seconds on a machine that is not busy.
  pdfProcessorMs: 1_600,
  maxMegabytes: 1_024,
})

/**
 * @param sender who may have one file read at a time; null: the operator.
 * @throws UploadError, `file_infected`, `rate_limited` and `unavailable` where too many files wait or none is scanned.
 */
export async function readPicture(ctx: UploadContext, file: Buffer, sender: string | null): Promise<Picture> {
  if (fileKind(file) === null) throw new UploadError('The file is not a picture.')
  return readInTurn(file, sender, () => scanFile(ctx, file))
}

function takeIdle(idle: ChildProcess[]): ChildProcess | undefined {
  let child = idle.pop()
  while (child && !isAlive(child)) child = idle.pop()
  return child
}

const isAlive = ({ exitCode, signalCode, connected }: ChildProcess): boolean =>
  exitCode === null && signalCode === null && connected

/** @throws `unavailable` */
async function startDecoder({ maxMegabytes, pdfProcessorMs }: Limits): Promise<ChildProcess> {
  const child = fork(entry, [`${maxMegabytes}`, `${pdfProcessorMs}`], {
    execArgv: ['--max-old-space-size=256'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  try {
    await once(child, 'message', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(30_000)]) })
  } catch (cause) {
    child.kill('SIGKILL')
    throw new AppError('unavailable', { cause })
  }
  child.on('error', () => {})
  hold(child, false)
  return child
}

/** An idle one does not keep the program from ending, and ends with it. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref()
  else child.unref()
  if (isHeld) child.channel?.ref()
  else child.channel?.unref()
}

const tooMuch = () =>
  new UploadError('This file takes too long or too much memory to read. Send a smaller or simpler picture.')

function decode(child: ChildProcess, file: Buffer, timeoutMs: number): Promise<DecoderAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', died)
      hold(child, false)
    }
    const answered = (answer: unknown) => {
      end()
      resolve(answer as DecoderAnswer)
    }
    const died = () => {
      end()
      reject(tooMuch())
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    hold(child, true)
    child.once('message', answered).once('exit', died)
    child.send(file)
  })
}
