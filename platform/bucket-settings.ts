export type BucketSettings = {
  /** The bucket's own address, such as `https://pictures.s3.eu-central-1.amazonaws.com`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Given = Partial<
  Record<'S3_BUCKET_URL' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string | undefined>
>

/** Where pictures are kept instead of on the disk; null is the disk. What is wrong is added to `problems`. */
export function readBucket(given: Given, problems: string[]): BucketSettings | null {
  const { S3_BUCKET_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (!url && !accessKeyId && !secretAccessKey) return null
  if (!url || !accessKeyId || !secretAccessKey) {
    problems.push('S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together.')
    return null
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || new URL(url).search)
    problems.push(
      'S3_BUCKET_URL must be the address of a bucket, such as https://club.s3.eu-central-1.amazonaws.com.',
    )
  return { url: url.replace(/\/+$/, ''), region: given.S3_REGION ?? 'auto', accessKeyId, secretAccessKey }
}
