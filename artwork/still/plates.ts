/** Tones of a picture before it is printed, each from 0 to 1 for every pixel. */
export type Plates = {
  width: number
  height: number
  /** How dark. */
  ink: Float32Array
  /** The lamp's own reflection. */
  light: Float32Array
  /** 1 where the second colour is. */
  second: Float32Array
  /** Share of a pixel that things cover, without floor and wall. */
  cover: Float32Array
  /** Four samples of ink, light and second colour for each pixel on an edge, by the pixel's index. */
  edges: Map<number, Float32Array>
}

export function createPlates(width: number, height: number): Plates {
  const plane = () => new Float32Array(width * height)
  return {
    width,
    height,
    ink: plane(),
    light: plane(),
    second: plane(),
    cover: plane(),
    edges: new Map(),
  }
}
