/**
 * `here`: by us. `checking`: perhaps by us. `time`: no one answered in time. `cancelled` and `others`: by the service, the consumer or
 * support, after it was accepted or in so many words, or before anyone answered it.
 */
export type RejectionCause = 'here' | 'checking' | 'time' | 'cancelled' | 'others';
