type Props = {
  /** The file's name in app/artwork without width and ending, such as `door-sign-in`. */
  name: string
  /** The widths in the file names, ascending; omitted when there is only one file. */
  widths?: number[]
  /** The size of the widest file in pixels, which reserves its space in the layout. */
  width: number
  height: number
  sizes: string
  /** Empty for decoration. */
  alt?: string
  className?: string
  eager?: boolean
}

/** The address of a file in app/artwork, such as `service-yoga-harmony-360.webp`. */
export const artworkAddress = (file: string): string =>
  `${import.meta.env.DRAWINGS ?? '/app/artwork/'}${file}`

/** One of the site's own drawings, in its formats and widths. */
export function Artwork(props: Props) {
  const { name, widths, width, height, sizes, alt = '', className, eager } = props
  const files = widths
    ? widths.map((each) => ({ file: `${name}-${each}`, width: each }))
    : [{ file: name, width }]
  const sources = (format: string) =>
    files.map((each) => `${artworkAddress(`${each.file}.${format}`)} ${each.width}w`).join(', ')
  return (
    <picture className="formats">
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <img
        className={className}
        src={artworkAddress(`${files[0]?.file}.webp`)}
        srcSet={sources('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
