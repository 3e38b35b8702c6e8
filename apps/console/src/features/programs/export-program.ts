import type { getConsoleProgramExport } from '@dineward/core/console-programs/new-program.contract.ts'
import { strToU8, zipSync } from 'fflate'
import { api, saveAs } from '../../lib/api.ts'

/** Saves the program as a folder for `partners/`, in a ZIP file. @throws ApiError */
export async function exportProgram(slug: string): Promise<void> {
  const path = '/api/Console/Programs/:slug/Export'
  const { files } = await api<typeof getConsoleProgramExport>('GET', path, { params: { slug } })
  const zipped = zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])))
  saveAs(new Blob([zipped], { type: 'application/zip' }), `${slug}.zip`)
}
