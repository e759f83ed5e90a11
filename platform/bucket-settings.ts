export type BucketSettings = {
  /** The bucket's own address, such as `https://pictures.s3.eu-central-1.amazonaws.com`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type PictureBucket = BucketSettings & {
  /**
   * Who sends a picture to a browser: the club, which reads it with its key; or the bucket itself, at addresses that
   * the club signs for some days, or at public ones.
   */
  reads: 'club' | 'signed' | 'public'
  /** The bucket's address for everybody, such as that of a network that delivers for it. */
  publicUrl: string
}

/** Where browsers read pictures past the club; null is nowhere. */
export function originOfPictures(bucket: PictureBucket | null): string | null {
  if (bucket === null || bucket.reads === 'club') return null
  return new URL(bucket.reads === 'public' ? bucket.publicUrl : bucket.url).origin
}

type Given = Record<string, unknown>
type Name = 'BUCKET_URL' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'

/**
 * The bucket that the settings of this prefix name; null where there is none. What is wrong is added to
 * `problems`.
 */
export function readBucket(
  given: Given,
  prefix: 'S3' | 'BACKUP_S3',
  problems: string[],
): BucketSettings | null {
  const read = (name: Name) => (given[`${prefix}_${name}`] as string | undefined) || null
  const [url, accessKeyId, secretAccessKey] = [
    read('BUCKET_URL'),
    read('ACCESS_KEY_ID'),
    read('SECRET_ACCESS_KEY'),
  ]
  if (url === null && accessKeyId === null && secretAccessKey === null) return null
  if (url === null || accessKeyId === null || secretAccessKey === null) {
    problems.push(
      `${prefix}_BUCKET_URL, ${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY must be given together.`,
    )
    return null
  }
  if (!isBase(url))
    problems.push(
      `${prefix}_BUCKET_URL must be the address of a bucket, such as https://club.s3.eu-central-1.amazonaws.com.`,
    )
  return { url: url.replace(/\/+$/, ''), region: read('REGION') ?? 'auto', accessKeyId, secretAccessKey }
}

/** Whether names can be put behind it. */
const isBase = (url: string) =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !/[?#]/.test(url)

const isReads = (value: string): value is PictureBucket['reads'] =>
  ['club', 'signed', 'public'].includes(value)

/** Where pictures are kept instead of on the disk; null is the disk. */
export function readPictureBucket(
  given: Given & { S3_READS?: string | undefined; S3_PUBLIC_URL?: string | undefined },
  problems: string[],
): PictureBucket | null {
  const bucket = readBucket(given, 'S3', problems)
  const { S3_READS: reads = 'club', S3_PUBLIC_URL: publicUrl = bucket?.url ?? '' } = given
  if (!isReads(reads)) problems.push('S3_READS must be club, signed or public.')
  else if (reads !== 'club' && !given['S3_BUCKET_URL'])
    problems.push('S3_READS is read with S3_BUCKET_URL and its keys only.')
  if (given.S3_PUBLIC_URL && reads !== 'public')
    problems.push('S3_PUBLIC_URL is read with S3_READS=public only.')
  if (given.S3_PUBLIC_URL && !isBase(publicUrl))
    problems.push('S3_PUBLIC_URL must be an address such as https://pictures.club.example.')
  return bucket && isReads(reads) ? { ...bucket, reads, publicUrl: publicUrl.replace(/\/+$/, '') } : null
}
