import type { Contract, ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import { ApiError, addressOf, csrfToken } from './api.ts'
import { withReauthentication } from './reauthentication.ts'

/** `fetch` does not say how much of a body has been sent. @throws ApiError */
export const uploadFile: typeof sendFile = (...call) => withReauthentication(() => sendFile(...call))

async function sendFile<C extends Contract>(
  path: C['path'],
  request: Omit<ContractRequest<C>, 'body'>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<ContractResponse<C>> {
  const token = await csrfToken()
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest()
    upload.open('POST', addressOf(path, request))
    upload.responseType = 'json'
    upload.setRequestHeader('accept', 'application/json')
    // The server looks into the file. What browsers call one differs: that of a CSV is Excel's where that is installed.
    upload.setRequestHeader('content-type', 'application/octet-stream')
    upload.setRequestHeader('x-xsrf-token', token)
    upload.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    upload.onload = () => {
      if (upload.status > 0 && upload.status < 400) resolve(upload.response)
      else reject(new ApiError(upload.status, upload.response ?? {}))
    }
    upload.onerror = () =>
      reject(new ApiError(0, { message: 'The upload was interrupted. Check your connection and try again.' }))
    upload.send(file)
  })
}
