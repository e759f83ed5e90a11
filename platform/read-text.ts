/**
 * The whole of a body as text; null as soon as it has more bytes than `most`, whatever length the sender
 * announced. What is left is not read.
 */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<string | null> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return Buffer.concat(chunks).toString('utf8')
      size += chunk.value.byteLength
      if (size > most) return null
      chunks.push(chunk.value)
    }
  } finally {
    // not cancelled: the rest is taken once the answer is made (see server/rest-of-body.ts)
    reader?.releaseLock()
  }
}
