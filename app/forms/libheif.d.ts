/** The parts of the HEIC decoder that the worker uses; the package has no types for its bundle. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type HeifImage = {
    get_width(): number
    get_height(): number
    display(target: ImageData, done: (result: ImageData | null) => void): void
  }
  type Libheif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default function load(): Libheif
}
