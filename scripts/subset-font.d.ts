declare module 'subset-font' {
  type Axis = number | { min: number; max: number }
  type Options = { targetFormat: 'woff2'; variationAxes?: Record<string, Axis> }
  export default function subsetFont(font: Uint8Array, letters: string, options: Options): Promise<Uint8Array>
}
