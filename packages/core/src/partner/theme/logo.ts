import type { Checked } from '../problem.ts'

export interface Logo {
  readonly svg: string
  /** It is the viewBox's, so that the page reserves the room. */
  readonly width: number
  readonly height: number
}

const forbidden =
  /<script|<foreignObject|<style|\son\w+\s*=|(?:href|src)\s*=\s*["'](?!#)|url\((?!#)|<!ENTITY/i

/** Has a size, and nothing that runs or loads. */
export function checkLogo(svg: string): Checked<Logo> {
  const box = /^\s*<svg\b[^>]*\bviewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/.exec(svg)
  if (!box) return failed('must be an <svg> with viewBox="0 0 width height"')
  if (forbidden.test(svg)) return failed('must hold no scripts, styles, handlers or links to other files')
  return { ok: true, value: { svg, width: Number(box[1]), height: Number(box[2]) } }
}

const failed = (message: string): Checked<Logo> => ({ ok: false, problems: [{ path: '', message }] })
