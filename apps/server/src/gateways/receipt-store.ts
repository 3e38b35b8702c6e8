import { fileFolder } from './photo-store.ts'

/** Files that members sent, by the claim's id. Only staff who answer claims are served them. */
export interface ReceiptStore {
  read(claimId: string): Promise<Buffer | null>
  write(claimId: string, content: Buffer): Promise<void>
  delete(claimId: string): Promise<void>
}

export function diskReceiptStore(folder: string): ReceiptStore {
  const files = fileFolder(folder)
  return { read: files.read, write: files.write, delete: id => files.delete(name => name === id) }
}
