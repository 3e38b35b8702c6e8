import { fileFolder } from './photo-store.ts'

/** Files that members sent, by the claim's id. Only staff who answer claims are served them. */
export interface ReceiptStore {
  read(claimId: string): Promise<Buffer | null>
  write(claimId: string, content: Buffer): Promise<void>
  delete(claimId: string): Promise<void>
}

export function diskReceiptStore(folder: string): ReceiptStore {
  const { read, write, delete: remove } = fileFolder(folder)
  return { read, write, delete: remove }
}
