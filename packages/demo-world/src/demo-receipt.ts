import sharp from 'sharp'

/** A photo of a bill, as members take them. @returns base64 */
export async function demoReceipt(lines: readonly string[]): Promise<string> {
  const rows = lines.map(
    (line, i) => `<text x="40" y="${90 + i * 38}">${line.replaceAll('&', '&amp;')}</text>`,
  )
  const height = 130 + lines.length * 38
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="${height}">
    <rect width="100%" height="100%" fill="#e7e2d8"/><rect x="16" y="16" width="428" height="${height - 32}" fill="#fdfcf8"/>
    <g font-family="monospace" font-size="24" fill="#333">${rows.join('')}</g></svg>`
  return (await sharp(Buffer.from(paper)).jpeg().toBuffer()).toString('base64')
}
