// Names of the contract that are misspelt, abbreviated or older than the club's vocabulary. They are used
// in api/ only; elsewhere the club says transaction id, gallery, hours a day, weekdays.

export const wireWords = [
  'cartClass',
  'updateFourm',
  'gallerys',
  'create-payment-intent',
  'insertedId',
  'modifiedCount',
  'deletedCount',
  'paymentResult',
  'transctionID',
  'bookedId',
  'classData',
  'update_price',
  'buyer_email',
  'cls_time',
  'cls',
  'available_day',
  'available_week',
  'profile_pic',
  'body_pic',
  'bodyImg',
  'disLike',
  'display_url',
] as const
