import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, resolve } from 'node:path'

export interface Instruction {
  readonly name: string
  readonly text: string
}

export interface Stage {
  /** Its file system. */
  readonly folder: string
  readonly workDir: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

type OpenStage = { -readonly [Key in keyof Stage]: Stage[Key] }

export function parseContainerfile(text: string): Instruction[] {
  return text
    .replace(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap(line => {
      const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line.trim()) ?? []
      return name && rest ? [{ name, text: rest.trim() }] : []
    })
}

/** Whether the build's context leaves a file out. */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return paths.some(each => patterns.some(pattern => matchesGlob(each, pattern)))
}

/**
 * Carry out a Containerfile without a container engine: each stage in a folder of its own, on this machine's programs.
 * @returns the last stage.
 */
export function buildStages(
  instructions: readonly Instruction[],
  { context, folder, path }: { context: string; folder: string; path: string },
): Stage {
  const stages = new Map<string, OpenStage>()
  let stage: OpenStage | null = null
  for (const { name, text } of instructions) {
    if (name === 'FROM') {
      const [image, , alias = `stage-${stages.size}`] = text.split(' ')
      stage = newStage(join(folder, alias), stages.get(image!))
      stages.set(alias, stage)
      continue
    }
    if (!stage) throw new Error(`${name} stands before FROM.`)
    carryOut(stage, { name, text }, { stages, context, path })
  }
  return stage!
}

function newStage(folder: string, base: OpenStage | undefined): OpenStage {
  if (base) cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return {
    ...{ workDir: '/', env: {}, user: '', command: [], healthCheck: [] },
    ...base,
    folder,
  }
}

function carryOut(
  stage: OpenStage,
  { name, text }: Instruction,
  around: { stages: ReadonlyMap<string, Stage>; context: string; path: string },
): void {
  const within = (path: string) => join(stage.folder, resolve(stage.workDir, path))
  switch (name) {
    case 'WORKDIR':
      stage.workDir = text
      mkdirSync(within('.'), { recursive: true })
      return
    case 'ENV':
      stage.env = { ...stage.env, ...Object.fromEntries(text.split(' ').map(pair => pair.split('='))) }
      return
    case 'USER':
      stage.user = text
      return
    case 'CMD':
      stage.command = JSON.parse(text)
      return
    case 'HEALTHCHECK':
      stage.healthCheck = JSON.parse(text.slice(text.indexOf('[')))
      return
    case 'COPY':
      copy(text, within, around)
      return
    case 'RUN':
      runIn(stage, text, around.path)
      return
    case 'VOLUME':
    case 'EXPOSE':
      return
    default:
      throw new Error(`${name} is not known here.`)
  }
}

function copy(
  text: string,
  within: (path: string) => string,
  { stages, context }: { stages: ReadonlyMap<string, Stage>; context: string },
): void {
  const words = text.split(' ')
  const from = words[0]!.startsWith('--from=') ? stages.get(words.shift()!.slice('--from='.length))! : null
  const target = words.pop()!
  for (const word of words) {
    const source = join(from?.folder ?? context, word)
    // A folder's content is copied, a file by its name where the target ends in a slash.
    const to = statSync(source).isDirectory() || !target.endsWith('/') ? target : join(target, basename(word))
    mkdirSync(dirname(within(to)), { recursive: true })
    cpSync(source, within(to), { recursive: true, verbatimSymlinks: true })
  }
}

/** Absolute paths of a command are those of the stage. */
function runIn(stage: Stage, text: string, path: string): void {
  const isRoot = process.getuid?.() === 0
  const command = text
    .replaceAll(/ \//g, ` ${stage.folder}/`)
    .replaceAll(isRoot ? /$^/g : / --(?:owner|group)=\d+/g, '')
  const { PATH: _, ...inherited } = process.env
  const { status } = spawnSync('sh', ['-ec', command], {
    cwd: join(stage.folder, stage.workDir),
    env: { ...inherited, ...stage.env, PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 10 * 60_000,
  })
  if (status !== 0) throw new Error(`RUN ${text} ended with ${status}.`)
}

export function removeStages(folder: string): void {
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}
