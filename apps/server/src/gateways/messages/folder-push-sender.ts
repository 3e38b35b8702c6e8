import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppPushSender } from './app-push-sender.ts'
import type { PushSender } from './push-sender.ts'
import { vapidPublicKey } from './vapid-key.ts'

/** Write pushes as files, where none may be sent. */
export function folderPushSender(folder: string, privateKey: string): PushSender {
  return {
    publicKey: vapidPublicKey(privateKey),
    send: ({ id, endpoint, payload }) => writePush(folder, id, { endpoint, payload: JSON.parse(payload) }),
    delete: id => deletePush(folder, id),
  }
}

/** One folder is the sandbox of every partner's app. */
export function folderAppPushSender(folder: string): AppPushSender {
  return {
    sendsFor: () => true,
    send: ({ id, ...push }) => writePush(folder, id, push),
    delete: id => deletePush(folder, id),
  }
}

async function writePush(folder: string, id: string, push: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = fileOf(folder, id)
  await writeFile(`${file}.part`, JSON.stringify(push, null, 2))
  await rename(`${file}.part`, file)
}

const deletePush = (folder: string, id: string): Promise<void> => rm(fileOf(folder, id), { force: true })

const fileOf = (folder: string, id: string): string => join(folder, `${id}.json`)
