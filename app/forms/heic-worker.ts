import load from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

// Decodes HEIC in a worker: a picture of 12 megapixels takes a second. The decoder, libheif, is a file of its own, as its
// licence, the LGPL, asks for.

const decode = (bytes: Uint8Array): Promise<ImageData> =>
  new Promise((resolve, reject) => {
    const [image] = new (load().HeifDecoder)().decode(bytes)
    if (image === undefined) throw new Error('The file has no picture.')
    const pixels = new ImageData(image.get_width(), image.get_height())
    image.display(pixels, (result) => {
      if (result) resolve(result)
      else reject(new Error('The picture could not be decoded.'))
    })
  })

self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  decode(new Uint8Array(data)).then(
    (pixels) => self.postMessage(pixels, { transfer: [pixels.data.buffer] }),
    () => self.postMessage(null, {}),
  )
}
