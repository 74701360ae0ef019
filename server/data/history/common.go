package history

// maxCells bounds the comparison of two lists, in pairs of elements.
const maxCells = 1 << 20

// common returns the places of the elements of a longest common subsequence of two lists of so many
// elements, of which same tells whether one of the first is one of the second. It returns none where
// the lists are too long to look for one.
func common(old, now int, same func(i, j int) bool) [][2]int {
	if old == 0 || now == 0 || old > maxCells/now {
		return nil
	}
	width := now + 1
	lengths := make([]int32, (old+1)*width) // of the subsequences from each pair on
	for i := old - 1; i >= 0; i-- {
		for j := now - 1; j >= 0; j-- {
			if same(i, j) {
				lengths[i*width+j] = lengths[(i+1)*width+j+1] + 1
			} else {
				lengths[i*width+j] = max(lengths[(i+1)*width+j], lengths[i*width+j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < old && j < now; {
		switch {
		case same(i, j):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case lengths[(i+1)*width+j] >= lengths[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
