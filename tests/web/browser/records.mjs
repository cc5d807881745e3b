// records.mjs -- games that several tests open.

// with this komi the stone in the corner loses enough for a fast review, whatever its playouts are
export const record = '(;GM[1]FF[4]SZ[9]KM[2.5]RU[Chinese]PB[Ann]PW[Bea];B[ee];W[dc];B[aa];W[gc];B[ge];W[ge];B[cf])'
export const legal = record.replace(';W[ge]', ';W[ef]')
export const perfect = '(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]AB[bb][bc][bd][cb][cd][db][dc][dd]PL[B];B[];W[])'
