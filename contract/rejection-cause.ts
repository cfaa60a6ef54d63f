/**
 * `here`: by this venue. `checking`: perhaps by this venue. `missed`: not answered in time. `cancelled`: by the service, the customer or
 * support. `others`: by one of these, reason unknown.
 */
export type RejectionCause = 'here' | 'checking' | 'missed' | 'cancelled' | 'others';
