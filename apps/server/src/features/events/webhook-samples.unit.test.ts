import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { longTest } from '../../testing/long-test.ts'
import { closedEnvironment } from '../../testing/processes/child-process.ts'
import { ensureProgram } from '../../testing/processes/debian-program.ts'
import { root } from '../../world.ts'
import { signatureHeaders } from './sign-webhook.service.ts'

/* The samples of docs/webhooks.md, as they stand there, on what the product signs and on what it did not. */

const folder = mkdtempSync(join(tmpdir(), 'dw-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
const sampleOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)![1]!
const secret = Buffer.from('a secret of the samples').toString('base64')
const body = '{"type":"dine.awarded","name":"Phở 🍜"}'

interface Delivery {
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
  readonly body: string
}

const base64 = (value: string) => Buffer.from(value).toString('base64')

/** Each is a program that ends with a failure, or says false, where the sample does not believe the delivery. */
const runners: Readonly<Record<string, (delivery: Delivery) => string>> = {
  js: ({ id, timestamp, signatures, body }) =>
    run('node_modules/.bin/node', [
      '--input-type=module',
      '--eval',
      `${sampleOf('js').replace(
        'const event = new Webhook',
        `const rawBody = ${JSON.stringify(body)}
const request = { headers: ${JSON.stringify({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures })} }
const event = new Webhook`,
      )}\nconsole.log(event.type === 'dine.awarded')`,
    ]),
  python: ({ id, timestamp, signatures, body }) =>
    run('python3', [
      '-c',
      `import base64
headers = ${JSON.stringify({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures })}
raw_body, secret = base64.b64decode("${base64(body)}"), "${secret}"
${sampleOf('python')}print(str(is_ours).lower())`,
    ]),
  java: ({ id, timestamp, signatures, body }) =>
    run('java', ['-cp', folder, 'Sample', secret, id, timestamp, signatures, base64(body)]),
}

function compileJava(): void {
  const file = join(folder, 'Sample.java')
  writeFileSync(
    file,
    `import static java.nio.charset.StandardCharsets.UTF_8;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
class Sample { public static void main(String[] given) throws Exception {
String secret = given[0], id = given[1], timestamp = given[2], signatures = given[3];
byte[] rawBody = Base64.getDecoder().decode(given[4]);
${sampleOf('java')}System.out.println(isOurs); } }`,
  )
  expect(run('ecj', ['-proc:none', '-17', '-d', folder, file])).toBe('')
}

function run(program: string, args: readonly string[]): string {
  const env = closedEnvironment({ DINEWARD_WEBHOOK_SECRET: `whsec_${secret}` })
  try {
    return execFileSync(program, args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

const languages = (['js', 'python', 'java'] as const).filter(
  language =>
    language === 'js' ||
    (language === 'python'
      ? ensureProgram('python3')
      : ensureProgram('java', 'default-jre-headless') && ensureProgram('ecj')),
)

test.each(languages)('%s: believes what was signed, and nothing else', longTest, language => {
  if (language === 'java') compileJava()
  const sign = (at: Date): Delivery => {
    const headers = signatureHeaders({ id: 'evt_1', at, body }, [`whsec_${secret}`]) as Record<string, string>
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
      name => headers[`webhook-${name}`]!,
    )
    return { id: id!, timestamp: timestamp!, signatures: `v1,c29tZSBvdGhlcg== ${signatures!}`, body }
  }
  const signed = sign(new Date())
  expect(runners[language]!(signed)).toBe('true')
  expect(runners[language]!({ ...signed, body: body.replace('awarded', 'changed') })).not.toContain('true')
  expect(runners[language]!(sign(new Date(Date.now() - 600_000)))).not.toContain('true')
})
